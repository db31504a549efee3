// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['0.3 wire | options of a client or a server', 'no probe shows yet that hooks hold here', 'preA2aMessage', 'onA2aMessage'],
  ['agent card discovery', 'the public card is a file, no message; the extended card is a message', 'preA2aMessage', 'onA2aMessage'],
  ['mounts of a server', 'they are hooked through their handler; no probe shows yet that hooks hold here', 'preA2aMessage', 'onA2aMessage'],
  ['stores and buses of a server', 'the executor and its stores are behind the handler', 'preA2aMessage', 'onA2aMessage'],
];
