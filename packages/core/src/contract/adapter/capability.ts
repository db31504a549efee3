import type { EventName } from '../events/event-map.ts';
import type { Verb } from '../decisions/verdict.ts';

/**
 * One path of one SDK and one event, and how far mediation holds there.
 *
 * @example
 * const row: CapabilityRow = { path: 'generateText', event: 'preToolCall', status: 'enforced', verbs: ['allow', 'deny', 'modify'] };
 */
export interface CapabilityRow {
  /** For example `generateText`, `streamText`, `provider-executed tool`. */
  readonly path: string;
  readonly event: EventName;
  readonly status: 'enforced' | 'observed' | 'unmediated';
  readonly verbs: readonly Verb[];
  readonly note?: string;
}
