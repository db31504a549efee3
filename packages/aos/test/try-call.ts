import {
  createHooks,
  type DecisionRecord,
  type Dict,
  type Hooks,
  type HooksOptions,
  type StepOutcome,
} from '@interpose/core';

import { guardian, type GuardianOptions } from '../src/index.ts';

/** What became of one call of a tool that a guardian was asked about. */
export interface TriedCall {
  readonly ran: readonly unknown[];
  readonly outcome: StepOutcome;
  readonly records: readonly DecisionRecord[];
}

/** Hooks whose one policy is a guardian for tool calls. */
export function guarded(options: GuardianOptions, more: HooksOptions = {}): Hooks {
  return createHooks({ ...more, policies: [guardian({ events: ['preToolCall'], ...options })] });
}

/** Runs one refund through these hooks. */
export async function tryCall(
  hooks: Hooks,
  args: Dict = { cents: 5 },
  signal?: AbortSignal,
): Promise<TriedCall> {
  const ran: unknown[] = [];
  const records: DecisionRecord[] = [];
  const dispose = hooks.observe('onDecision', ({ record }) => void records.push(record));
  const call = { id: 'call_1', name: 'refund', args };
  const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
  const session = { session: { id: 'thread' }, ...(signal === undefined ? {} : { signal }) };
  try {
    const outcome = await hooks.step(
      'preToolCall',
      { call, tool },
      (allowed) => {
        ran.push(allowed.args);
        return 'paid';
      },
      session,
    );
    return { ran, outcome, records };
  } finally {
    dispose();
  }
}
