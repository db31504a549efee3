// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['0.3 wire | options of a client or a server', 'no test shows yet that hooks work here', 'preA2aMessage', 'onA2aMessage'],
  ['agent card discovery', 'the public card is a file, so hooks do not see it; the extended card is a message, so they do', 'preA2aMessage', 'onA2aMessage'],
  ['mounts of a server', 'hook their handler; no test shows yet that hooks work here', 'preA2aMessage', 'onA2aMessage'],
  ['stores and buses of a server', 'hooks see the handler, but not the executor and the stores behind it', 'preA2aMessage', 'onA2aMessage'],
];
