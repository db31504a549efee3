import {
  DeniedError,
  InterposeError,
  type Context,
  type DecisionRecord,
  type DenyVerdict,
  type Disposer,
  type Hooks,
  type MaybePromise,
} from '@interpose/core';

import { LONGEST_TIMER_MS } from '../shared/values/timer-delay.ts';

/** The events that act on the world and may first wait for a person's approval. */
const ACTS = [
  'preToolCall',
  'preDelegate',
  'preMemoryStore',
  'preMcpMessage',
  'preA2aMessage',
] as const;

/** A step that was approved. */
export type Approved = Context<(typeof ACTS)[number]>;

/**
 * Judges a step again after an approval, which may take minutes; the switch may be thrown meanwhile. No hook runs after
 * an approval, so an observer judges, and the step waits for it. If it is off, its chat ends with a DeniedError.
 */
export function judgeAgain(
  hooks: Hooks,
  timeoutMs: number,
  judge: (step: Approved) => MaybePromise<DenyVerdict | undefined>,
): Disposer {
  const observe = (ctx: Approved, record?: DecisionRecord): Promise<void> | undefined =>
    record?.settled === 'approved' ? endIfOff(ctx) : undefined;
  const endIfOff = async (ctx: Approved): Promise<void> => {
    const verdict = await inTime(timeoutMs, judge(ctx));
    if (verdict === undefined) return;
    const [policy, code] = ['kill-switch', 'killed'];
    throw new DeniedError({ code, ...verdict, by: NAME, policy, event: ctx.event });
  };
  const disposers = ACTS.map((event) =>
    hooks.observe(event, observe, { name: NAME, run: 'sequence', onError: 'throw' }),
  );
  const dispose = (): void => disposers.forEach((each) => each());
  return Object.assign(dispose, { [Symbol.dispose]: dispose });
}

const NAME = 'kill-switch/approved';

/** Limits the time of a judgement, since an observer has no time limit. 0 and Infinity mean no limit. */
async function inTime<T>(timeoutMs: number, judging: MaybePromise<T>): Promise<T> {
  if (timeoutMs === 0 || timeoutMs === Infinity) return judging;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const over = (): void => reject(tooLate(timeoutMs));
    timer = setTimeout(over, Math.min(timeoutMs, LONGEST_TIMER_MS));
  });
  try {
    return await Promise.race([judging, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLate(timeoutMs: number): InterposeError {
  return new InterposeError(
    'hook_timeout',
    `the switch could not be read within ${timeoutMs} ms after an approval`,
    'check that the store is there, or raise timeoutMs',
  );
}
