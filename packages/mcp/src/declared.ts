// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['answers that a client keeps', 'they passed the hooks once, and are given again', 'preMcpMessage', 'onMcpMessage'],
  ['fetches of a transport', 'called below the hooks, with what they let out', 'preMcpMessage', 'onMcpMessage'],
  ['options of a transport or an end | web sockets', 'no probe shows yet that hooks hold here', 'preMcpMessage', 'onMcpMessage'],
  ['servers that make their own transports', 'only the server that they are given can hook what it is connected to', 'preMcpMessage', 'onMcpMessage'],
  ['skills', 'they ask through a client or a server, and no probe shows it yet', 'preMcpMessage', 'onMcpMessage'],
  ['tasks', 'queues and stores of tasks keep messages out of any transport', 'preMcpMessage', 'onMcpMessage'],
];
