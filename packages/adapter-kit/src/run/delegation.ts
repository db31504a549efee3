import type { DelegateTask, Denial } from '@interpose/core';
import { around, denialText, type Chat } from '@interpose/core/adapter';
import { thrownFor } from '../model/model-outcome.ts';
import { ToolError } from '../tools/tool-outcome.ts';

/**
 * Work that is handed to another agent.
 *
 * @example
 * const task: DelegatedTask = { to: 'billing', input: 'refund 7', act: async (input) => `done: ${String(input)}` };
 */
export interface DelegatedTask<Native = unknown> {
  readonly to: string;
  readonly input: unknown;
  /** Asks the agent. */
  readonly act: (input: unknown) => Promise<Native>;
  /** Returns what the agent gave as hooks see it; by default they see it as it is. */
  readonly read?: (native: Native) => unknown;
}

/**
 * The answer of another agent.
 *
 * @example
 * const answer: DelegatedAnswer = { output: 'done', changed: false, native: 'done' };
 */
export interface DelegatedAnswer<Native = unknown> {
  readonly output: unknown;
  /** True if a policy changed or supplied the output. */
  readonly changed: boolean;
  /** What the agent gave last; undefined if it was not asked. */
  readonly native: Native | undefined;
}

/**
 * Runs a delegation, with hooks before and after it.
 *
 * @throws ToolError with what the calling agent's model is told, or what the other agent threw.
 *
 * @example
 * await aroundDelegation(chat, { to: 'billing', input: 'refund 7', act: async () => 'done' }); // => { output: 'done', changed: false, native: 'done' }
 */
export async function aroundDelegation<Native>(
  chat: Chat,
  { to, input, act, read = asItIs }: DelegatedTask<Native>,
): Promise<DelegatedAnswer<Native>> {
  const task = { kind: 'subagent', to, input } as const;
  let native: Native | undefined;
  const outcome = await around(chat, 'preDelegate', { task }, async (allowed) => {
    native = await act(allowed.input);
    return read(native);
  });
  switch (outcome.kind) {
    case 'output':
      return { output: outcome.output, changed: outcome.changed, native };
    case 'error':
      throw thrownFor(outcome, ToolError);
    case 'denied':
      throw new ToolError(denialText(outcome.denial));
    case 'suspended':
      throw new ToolError(`This delegation waits for approval: ${outcome.reason}`);
  }
}

/**
 * Asks hooks about a delegation alone, where they cannot be shown the answer. Returns the input as they left it;
 * `supplied` is what the model is told if they gave an answer, which nothing can carry.
 *
 * @throws ToolError with what the calling agent's model is told.
 *
 * @example
 * await admitDelegation(chat, { to: 'billing', input: 'refund 7' }, 'Blocked: a stream carries no answer.'); // => 'refund 7'
 */
export async function admitDelegation(
  chat: Chat,
  { to, input }: Pick<DelegatedTask, 'to' | 'input'>,
  supplied: string,
): Promise<unknown> {
  const verdict = await chat.dispatch('preDelegate', { task: { kind: 'subagent', to, input } });
  switch (verdict.decision) {
    case 'allow':
      return input;
    case 'modify':
      return (verdict.value as DelegateTask).input;
    case 'deny':
      throw new ToolError(denialText(verdict as Denial));
    default:
      throw new ToolError(supplied);
  }
}

function asItIs(native: unknown): unknown {
  return native;
}
