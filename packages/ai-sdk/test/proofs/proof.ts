import assert from 'node:assert/strict';

import { createHooks, DeniedError, type EventName, type Hooks } from '@interpose/core';

import type { MemoryTurn } from '../memory-model.ts';
import type { RunPath } from './run-path.ts';

/** Shows on one path that a verb of an event holds; rejects when it does not. */
export type Proof = (run: RunPath) => Promise<void>;

/** A registry with these hooks, whose approver answers this. */
export function hooksWith(register: (hooks: Hooks) => void, approved = true): Hooks {
  const hooks = createHooks({ approver: () => ({ approved }) });
  register(hooks);
  return hooks;
}

/** True when the caller got a refusal. */
export const refused = ({ text, error }: Awaited<ReturnType<RunPath>>): boolean =>
  DeniedError.isInstance(error) || text.includes('Blocked by policy.');

/** A hook that asks a person. */
export const ask = () => ({ decision: 'ask', reason: 'a person should look' }) as const;

/** An ask holds when a yes goes on and a no does not. */
export function askProof(
  event: 'preRequest',
  holds: (run: Awaited<ReturnType<RunPath>>) => boolean,
  turns?: Parameters<RunPath>[1],
): Proof {
  return async (run) => {
    for (const approved of [true, false]) {
      const outcome = await run(
        hooksWith((hooks) => hooks.addHook(event, ask), approved),
        turns,
      );
      assert.equal(
        holds(outcome),
        approved,
        `${event} with ${String(approved)}: ${JSON.stringify(outcome.text)} ${String(outcome.error)}`,
      );
    }
  };
}

/** True when the caller got the model's answer. */
const answered = (run: Awaited<ReturnType<RunPath>>): boolean =>
  run.text.includes('zehn') && !refused(run);

/** Changes what the model is asked. */
export const shout = (text: string): string => text.replace('price', 'PRICE');
/** Changes what the model answers. */
export const swap = (text: string): string => text.replace('zehn', 'two');
/** A response that a hook supplies. */
export const supplied = { content: [{ type: 'text', text: '{"v":"supplied"}' }] } as const;
/** A model that fails. */
export const failing: readonly MemoryTurn[] = [{ error: new Error('no such model') }];

/** An ask holds at this event. */
export const asks = (event: string, turns?: Parameters<RunPath>[1]): Proof =>
  askProof(event as 'preRequest', answered, turns);

/** A tool that fails. */
export const failed: readonly MemoryTurn[] = [{ error: new Error('disk full') }];

const failingEvents: Readonly<Record<string, Parameters<RunPath>[1]>> = {
  onRequestError: failing,
  onToolCallError: failed,
  onChatError: failing,
  onChatAbort: [{ error: new DOMException('stopped', 'AbortError') }],
};

/** Shows that an event fires on a path; an allow needs no other proof. */
export function fires(event: EventName): Proof {
  return async (run) => {
    const hooks = createHooks();
    let heard = 0;
    hooks.observe(event, () => void heard++);
    const outcome = await run(hooks, failingEvents[event]);
    await hooks.flush();
    assert.ok(heard > 0, `${event} did not fire: ${outcome.text} ${String(outcome.error)}`);
  };
}
