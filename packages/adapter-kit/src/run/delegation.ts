import { around, denialText, type Chat } from '@interpose/core/adapter';
import { thrownFor } from '../model/model-outcome.ts';
import { ToolError } from '../tools/tool-outcome.ts';

/**
 * Work that is handed to another agent: `act` returns its answer as hooks see it.
 *
 * @example
 * const task: DelegatedTask = { to: 'billing', input: 'refund 7', act: async (input) => `done: ${String(input)}` };
 */
export interface DelegatedTask {
  readonly to: string;
  readonly input: unknown;
  readonly act: (input: unknown) => Promise<unknown>;
}

/**
 * The answer of another agent.
 *
 * @example
 * const answer: DelegatedAnswer = { output: 'done', changed: false };
 */
export interface DelegatedAnswer {
  readonly output: unknown;
  /** True if a policy changed or supplied the output. */
  readonly changed: boolean;
}

/**
 * Runs a delegation, with hooks before and after it.
 *
 * @throws ToolError with what the calling agent's model is told, or what the other agent threw.
 *
 * @example
 * await aroundDelegation(chat, { to: 'billing', input: 'refund 7', act: async () => 'done' }); // => { output: 'done', changed: false }
 */
export async function aroundDelegation(
  chat: Chat,
  { to, input, act }: DelegatedTask,
): Promise<DelegatedAnswer> {
  const task = { kind: 'subagent', to, input } as const;
  const outcome = await around(chat, 'preDelegate', { task }, (allowed) => act(allowed.input));
  switch (outcome.kind) {
    case 'output':
      return { output: outcome.output, changed: outcome.changed };
    case 'error':
      throw thrownFor(outcome, ToolError);
    case 'denied':
      throw new ToolError(denialText(outcome.denial));
    case 'suspended':
      throw new ToolError(`This delegation waits for approval: ${outcome.reason}`);
  }
}
