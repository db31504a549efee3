import {
  aroundDelegation,
  ToolError,
  type DelegatedAnswer,
  type DelegatedTask,
} from '@interpose/adapter-kit';
import type { Chat } from '@interpose/core/adapter';
import { currentFrame, type ToolExecution } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';

/** A frame inside a tool, where somebody wants to hear of delegations. */
interface Delegating {
  readonly run: AgentRun;
  readonly execution: ToolExecution;
}

/** The call whose tool asks another agent now. */
export function delegating(): Delegating | undefined {
  const { run, execution } = currentFrame() ?? {};
  if (run === undefined || execution === undefined) return undefined;
  const isHeard = run.layers.some(({ chat }) => chat.listens('preDelegate', 'onDelegateResult'));
  return isHeard ? { run, execution } : undefined;
}

/** Asks another agent inside a tool, past the gates of every registry; the tool's result becomes what they made of it. */
export async function runDelegated(
  { run, execution }: Delegating,
  { to, input, act }: DelegatedTask,
): Promise<unknown> {
  let native: unknown;
  const chats = run.layers.map(({ chat }) => chat);
  try {
    const outcome = await through(chats, {
      to,
      input,
      act: async (allowed) => {
        native = await act(allowed);
        await completed(native);
        return answerText(native);
      },
    });
    if (outcome.changed) {
      execution.delegated = { output: outcome.output };
      if (native === undefined) throw new ToolError('The agent was not asked.');
    }
    return native;
  } catch (error) {
    if (execution.delegated === undefined && error instanceof ToolError)
      execution.delegated = { error };
    throw error;
  }
}

async function through(
  [chat, ...inner]: readonly Chat[],
  { to, input, act }: DelegatedTask,
): Promise<DelegatedAnswer> {
  if (chat === undefined) return { output: await act(input), changed: false };
  let changedInside = false;
  const answer = await aroundDelegation(chat, {
    to,
    input,
    act: async (allowed) => {
      const inside = await through(inner, { to, input: allowed, act });
      changedInside = inside.changed;
      return inside.output;
    },
  });
  return { output: answer.output, changed: answer.changed || changedInside };
}

/** An answer that streams is judged as a whole; a failure in it is told by whoever reads it. */
async function completed(result: unknown): Promise<void> {
  try {
    await (result as { readonly completed?: Promise<void> }).completed;
  } catch {
    // Its reader gets the same error.
  }
}

/** The answer of a run, as hooks see it. */
function answerText(result: unknown): unknown {
  const { interruptions, finalOutput } = result as {
    readonly interruptions?: readonly unknown[];
    readonly finalOutput?: unknown;
  };
  return (interruptions?.length ?? 0) > 0 ? '' : finalOutput;
}
