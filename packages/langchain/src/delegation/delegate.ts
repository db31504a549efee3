import { AIMessage, HumanMessage, type BaseMessage } from '@langchain/core/messages';
import { aroundDelegation, isDict, omitUndefined } from '@interpose/adapter-kit';
import { currentChat, type Chat } from '@interpose/core/adapter';
import { agentIdentity } from '../coverage/agent-identity.ts';
import type { HookedRunner } from '../run/open-run.ts';
import { isInDelegation } from '../run/tool-scope.ts';
import { startMessages, toolContent } from '../translate/message-to-contract.ts';
import { asText, messagesIn } from '../translate/native.ts';

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
function delegating({ hooks }: HookedRunner): Chat | undefined {
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
  const seen = taskOf(input);
  let state: unknown;
  const { output, changed } = await aroundDelegation(parent, {
    to,
    input: seen,
    act: async (allowed) => {
      state = await act(allowed === seen ? input : withTask(input, allowed));
      return answerText(state);
    },
  });
  return changed ? withAnswer(state ?? input, output) : state;
}

/** What the other agent is asked: its one message as text, else all of them. */
function taskOf(input: unknown): unknown {
  const messages = startMessages(input, (value) => value);
  const [only] = messages;
  const part = only?.content[0];
  return messages.length === 1 && part?.type === 'text' ? part.text : messages;
}

function withTask(input: unknown, task: unknown): unknown {
  const text = typeof task === 'string' ? task : JSON.stringify(task);
  const messages = [new HumanMessage(text)];
  return isDict(input) && 'messages' in input ? { ...input, messages } : { messages };
}

/** What the other agent answered last. */
export function answerText(state: unknown): unknown {
  const last = messagesIn(state).at(-1) as BaseMessage | undefined;
  return last === undefined ? state : toolContent(last.content, (value) => value);
}

/** The state that the calling code reads, with another answer at its end. */
function withAnswer(state: unknown, answer: unknown): unknown {
  const messages = messagesIn(state);
  const last = messages.at(-1) as BaseMessage | undefined;
  const replaced = last?.getType?.() === 'ai' ? last : undefined;
  const kept = replaced === undefined ? messages : messages.slice(0, -1);
  const message = new AIMessage({
    content: asText(answer),
    ...omitUndefined({ id: replaced?.id }),
  });
  return { ...(isDict(state) ? state : undefined), messages: [...kept, message] };
}
