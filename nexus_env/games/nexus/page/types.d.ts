// The types of what NEXUS shows beside what all games do.

import type * as protocol from "/page/protocol.js";

export type Table = protocol.NexusTable;
export type Helot = protocol.NexusHelot;
export type Lanista = protocol.NexusLanista;
export type Lasting = protocol.NexusLasting;
export type View = protocol.View & { nexus: Table };
