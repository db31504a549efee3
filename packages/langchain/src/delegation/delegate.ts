import { aroundDelegation } from '@interpose/adapter-kit';
import { currentChat, type Chat } from '@interpose/core/adapter';
import { agentIdentity } from '../coverage/agent-identity.ts';
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
  return parent === undefined ? act(input) : aroundRun(parent, hooked, input, act);
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

async function aroundRun(
  parent: Chat,
  { runner, options, params }: HookedRunner,
  input: unknown,
  act: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { id: to } = agentIdentity(options.agent, {
    fallback: 'agent',
    name: params.name ?? runner.name,
  });
  const seen = taskOf(input, (value) => value);
  let state: unknown;
  const { output, changed } = await aroundDelegation(parent, {
    to,
    input: seen,
    act: async (allowed) => {
      state = await act(withTask(input, seen, allowed));
      return answerText(state);
    },
  });
  return changed ? withAnswer(state ?? input, output) : state;
}
