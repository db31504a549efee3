import type { AnyVerdict, AskVerdict } from '../contract/decisions/verdict.ts';
import type { EventContext } from './event-context.ts';

/** An ask that waits for a person somewhere else. */
export interface SuspendedVerdict extends AskVerdict {
  readonly token: string;
}

/** What a gate found: the context itself when nothing interfered, else the one verdict that stands. */
export type Ruling = EventContext | AnyVerdict | SuspendedVerdict;
