import { createHooks, type DecisionRecord, type Hooks, type HooksOptions } from '../src/index.ts';

/** Hooks and the records of all their decisions. */
export function recordingHooks(options?: HooksOptions): {
  readonly hooks: Hooks;
  readonly records: DecisionRecord[];
} {
  const hooks = createHooks(options);
  const records: DecisionRecord[] = [];
  hooks.observe('onDecision', ({ record }) => void records.push(record));
  return { hooks, records };
}
