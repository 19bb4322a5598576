// The address of the service, which may be under a path of a proxy, such as /arena/.

/** The path of the start page; all other addresses are relative to it. */
export const ROOT = new URL("..", import.meta.url).pathname;

/**
 * The whole address of something in the service.
 * @param {string} path relative to the start page
 */
export const addressAt = (path) => `${location.origin}${ROOT}${path}`;
