import { aroundDelegation } from '@interpose/adapter-kit';
import { currentChat, type Chat } from '@interpose/core/adapter';
import { identityOf } from '../coverage/agent-identity.ts';
import type { HookedRunner } from '../run/open-run.ts';
import { isInDelegation } from '../run/tool-scope.ts';
import { isRemote } from '../targets/shapes.ts';
import { answerText, taskOf, withAnswer, withTask } from './task-and-answer.ts';

/**
 * Runs an agent; inside the chat of another agent the delegation passes its gates.
 *
 * @throws ToolError with what the calling agent's model is told about a denial.
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
  return aroundAgent(parent, { to, input, seen: taskOf(input, (value) => value) }, act);
}

/** The chat of the agent that calls now, where somebody wants to hear of delegations. */
function delegating({ hooks, runner }: HookedRunner): Chat | undefined {
  // One on another machine is met where it is called, hooked or not.
  if (isRemote(runner)) return undefined;
  const parent = currentChat();
  if (parent === undefined || parent.hooks !== hooks || parent.ended) return undefined;
  if (isInDelegation(hooks)) return undefined;
  return parent.listens('preDelegate', 'onDelegateResult') ? parent : undefined;
}

/** What another agent is asked, and how the hooks see it. */
interface AgentTask {
  readonly to: string;
  readonly input: unknown;
  readonly seen: unknown;
}

/** Takes the run of an agent through the gates of a delegation: the state that it left, or one with another answer. */
export async function aroundAgent(
  chat: Chat,
  { to, input, seen }: AgentTask,
  act: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  let state: unknown;
  const { output, changed } = await aroundDelegation(chat, {
    to,
    input: seen,
    act: async (allowed) => {
      state = await act(withTask(input, seen, allowed));
      return answerText(state);
    },
  });
  return changed ? withAnswer(state ?? input, output) : state;
}
