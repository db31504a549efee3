import { around, denialText, type Chat } from '@interpose/core/adapter';
import { currentFrame, type Frame } from '../run/current-run.ts';
import { ToolError } from '../tools/tool-error.ts';
import { thrownFor } from '../translate/refusal.ts';

/** A frame inside a tool, where somebody wants to hear of delegations. */
type Delegating = Frame & { readonly execution: NonNullable<Frame['execution']> };

/** The call whose tool asks another agent now. */
export function delegating(): Delegating | undefined {
  const frame = currentFrame();
  const { execution } = frame ?? {};
  if (frame === undefined || execution === undefined) return undefined;
  const isHeard = frame.run.layers.some(({ chat }) =>
    chat.listens('preDelegate', 'onDelegateResult'),
  );
  return isHeard ? { ...frame, execution } : undefined;
}

/** Asks another agent inside a tool, past the gates of every registry; the tool's result becomes what they made of it. */
export async function runDelegated(
  { run, execution }: Delegating,
  delegation: Delegation,
  act: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  let native: unknown;
  const chats = run.layers.map(({ chat }) => chat);
  try {
    const outcome = await through(chats, delegation, async (input) => {
      native = await act(input);
      await completed(native);
      return answerText(native);
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

/** Who is asked, and for what. */
interface Delegation {
  readonly to: string;
  readonly input: unknown;
}

interface Delegated {
  readonly output: unknown;
  readonly changed: boolean;
}

async function through(
  [chat, ...inner]: readonly Chat[],
  { to, input }: Delegation,
  act: (input: unknown) => Promise<unknown>,
): Promise<Delegated> {
  if (chat === undefined) return { output: await act(input), changed: false };
  const task = { kind: 'subagent', to, input } as const;
  let changedInside = false;
  const outcome = await around(chat, 'preDelegate', { task }, async (allowed) => {
    const inside = await through(inner, { to, input: allowed.input }, act);
    changedInside = inside.changed;
    return inside.output;
  });
  switch (outcome.kind) {
    case 'output':
      return { output: outcome.output, changed: outcome.changed || changedInside };
    case 'error':
      if ('thrown' in outcome) throw thrownFor(outcome);
      throw new ToolError(outcome.error.message);
    case 'denied':
      throw new ToolError(denialText(outcome.denial));
    case 'suspended':
      throw new ToolError(`This delegation waits for approval: ${outcome.reason}`);
  }
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
