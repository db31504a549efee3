// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['answers that a client keeps', 'hooks see an answer only the first time', 'preMcpMessage', 'onMcpMessage'],
  ['fetches of a transport', 'called after hooks, with what they let through', 'preMcpMessage', 'onMcpMessage'],
  ['options of a transport or an end | web sockets', 'no test shows yet that hooks work here', 'preMcpMessage', 'onMcpMessage'],
  ['servers that make their own transports', 'only a hooked server that you give them can hook their transports', 'preMcpMessage', 'onMcpMessage'],
  ['skills', 'they ask through a client or a server; no test shows yet that hooks work here', 'preMcpMessage', 'onMcpMessage'],
  ['tasks', 'hooks do not see messages in queues and stores of tasks', 'preMcpMessage', 'onMcpMessage'],
];
