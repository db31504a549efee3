import {
  aroundDelegation,
  ToolError,
  type DelegatedAnswer,
  type DelegatedTask,
} from '@interpose/adapter-kit';
import type { Chat } from '@interpose/core/adapter';
import { currentFrame, isOver, type ToolExecution } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';

/** A frame inside of a tool, in a run whose hooks listen for delegations. */
interface Delegating {
  readonly run: AgentRun;
  readonly execution: ToolExecution;
}

/** Returns the tool call that may ask another agent now; undefined outside of a tool, or if no hook listens. */
export function delegating(): Delegating | undefined {
  const { run, execution } = currentFrame() ?? {};
  if (run === undefined || execution === undefined || isOver(run)) return undefined;
  const isHeard = run.layers.some(({ chat }) => chat.listens('preDelegate', 'onDelegateResult'));
  return isHeard ? { run, execution } : undefined;
}

/** Asks another agent inside a tool, past the hooks of every registry. A changed answer becomes the tool's result. */
export async function runDelegated(
  { run, execution }: Delegating,
  { to, input, act }: DelegatedTask,
): Promise<unknown> {
  const chats = run.layers.map(({ chat }) => chat);
  const whole = async (allowed: unknown): Promise<unknown> => {
    const result = await act(allowed);
    await completed(result);
    return result;
  };
  try {
    const { output, changed, native } = await through(chats, { to, input, act: whole });
    if (changed) {
      execution.delegated = { output };
      // The tool and the app's listeners would see the answer as it was before hooks changed it.
      if (native === undefined || !waits(native))
        throw new ToolError('The agent gave no answer of its own.');
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
  if (chat === undefined) {
    const native = await act(input);
    return { output: answerText(native), changed: false, native };
  }
  const { output, changed, native } = await aroundDelegation(chat, {
    to,
    input,
    act: (allowed) => through(inner, { to, input: allowed, act }),
    read: (inside) => inside.output,
  });
  return { output, changed: changed || native?.changed === true, native: native?.native };
}

/** Waits for a streamed answer to be complete, since hooks judge it as a whole. Its reader gets the errors in it. */
async function completed(result: unknown): Promise<void> {
  try {
    await (result as { readonly completed?: Promise<void> }).completed;
  } catch {
    // Its reader gets the same error.
  }
}

/** Returns the answer of a run as hooks see it; an empty text for a run that waits for an approval. */
function answerText(result: unknown): unknown {
  // The SDK warns of whoever reads the answer of a run that has none yet.
  return waits(result) ? '' : (result as { readonly finalOutput?: unknown }).finalOutput;
}

/** Whether this is the result of a run that waits for an approval. */
function waits(result: unknown): boolean {
  const { interruptions } = result as { readonly interruptions?: readonly unknown[] };
  return (interruptions?.length ?? 0) > 0;
}
