import { aroundDelegation, ToolError } from '@interpose/adapter-kit';
import { currentChat, type Chat } from '@interpose/core/adapter';
import { identityOf } from '../coverage/agent-identity.ts';
import type { HookedRunner } from '../run/open-run.ts';
import { isInDelegation, isInToolOf } from '../run/tool-scope.ts';
import { isRemote } from '../targets/shapes.ts';
import { requireHidden } from './hidden-insides.ts';
import { answerText, taskOf, withAnswer, withTask } from './task-and-answer.ts';

/**
 * Runs an agent. Inside the chat of another agent, this delegation passes the gates of that chat. In a node of a graph,
 * the text about a denial is the agent's answer, which the agents after it read.
 *
 * @throws ToolError with that text in a tool, for the calling agent's model.
 */
export function delegateRun(
  hooked: HookedRunner,
  input: unknown,
  act: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  const parent = delegating(hooked);
  if (parent === undefined) return act(input);
  const { runner, options, params } = hooked;
  const { id: to } = identityOf(params, options.agent, params.name ?? runner.name);
  let failure: unknown;
  const acting = (given: unknown): Promise<unknown> =>
    act(given).catch((error: unknown) => {
      throw (failure = error);
    });
  const seen = taskOf(input, (value) => value);
  return aroundAgent(parent, { to, input, seen }, acting).catch((error: unknown) => {
    if (!(error instanceof ToolError) || error === failure || isInToolOf(parent)) throw error;
    return withAnswer(input, error.message, false);
  });
}

/** Returns the chat of the calling agent, if its hooks listen to delegations. */
function delegating({ hooks, runner }: HookedRunner): Chat | undefined {
  // A graph on another machine is handled where it is called, hooked or not.
  if (isRemote(runner)) return undefined;
  const parent = currentChat();
  if (parent === undefined || parent.hooks !== hooks || parent.ended) return undefined;
  if (isInDelegation(hooks)) return undefined;
  return parent.listens('preDelegate', 'onDelegateResult') ? parent : undefined;
}

/** The input for another agent, and the form in which hooks see it. */
interface AgentTask {
  readonly to: string;
  readonly input: unknown;
  readonly seen: unknown;
}

/** Takes the run of an agent through the gates of a delegation. Returns its state, or one with a changed answer. */
export async function aroundAgent(
  chat: Chat,
  { to, input, seen }: AgentTask,
  act: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  requireHidden(chat);
  const delegated = await aroundDelegation(chat, {
    to,
    input: seen,
    act: (allowed) => act(withTask(input, seen, allowed)),
    read: answerText,
  });
  const { output, changed, native: state } = delegated;
  return changed ? withAnswer(state ?? input, output, state !== undefined) : state;
}
