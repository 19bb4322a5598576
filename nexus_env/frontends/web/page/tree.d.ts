/* What the page describes, and `patch` of dom.js draws. TypeScript has no other place for a type that contains itself. */

/** An element: its tag, its attributes, its children. */
export interface Described {
  tag: string;
  attributes: Record<string, unknown>;
  children: Tree[];
}

/** Elements, texts, numbers, lists of them; null, undefined and false are nothing. */
export type Tree = Described | string | number | false | null | undefined | Tree[];
