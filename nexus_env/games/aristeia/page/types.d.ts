// The types of what Aristeia! shows beside what all games do.

import type * as protocol from "/page/protocol.js";

export type Table = protocol.AristeiaTable;
export type Character = protocol.AristeiaCharacter;
export type Player = protocol.AristeiaPlayer;
export type Side = protocol.AristeiaSide;
export type Die = protocol.AristeiaDie;
export type View = protocol.View & { aristeia: Table };
