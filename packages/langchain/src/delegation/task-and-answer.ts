import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { asText, isDict, omitUndefined, parseJson, type Copy } from '@interpose/adapter-kit';
import { asMessage, startMessages, toolContent } from '../translate/message-to-contract.ts';
import { givesObject } from '../tools/waiting-calls.ts';
import { messagesIn } from '../translate/native.ts';

/** Returns the task of another agent: the text of its only message, else all messages. */
export function taskOf(input: unknown, copy: Copy): unknown {
  const messages = startMessages(input, copy);
  const [only] = messages;
  const part = only?.content[0];
  return messages.length === 1 && part?.type === 'text' ? part.text : messages;
}

/** Returns the task with all other input, for an agent on another machine, where no hook reaches. */
export function wholeTaskOf(input: unknown, copy: Copy): unknown {
  const task = taskOf(input, copy);
  const isAsked = typeof task === 'string' || (task as readonly unknown[]).length > 0;
  if (!isDict(input)) return isAsked ? task : copy(input);
  const { messages: _messages, ...beside } = input;
  if (!isAsked) return copy({ ...input });
  return Object.keys(beside).length === 0 ? task : { ...copy(beside), messages: task };
}

/** Returns the input for a task as the hooks left it; `seen` is the task as they got it. */
export function withTask(input: unknown, seen: unknown, task: unknown): unknown {
  if (task === seen) return input;
  if (!isDict(task) || !isDict(seen)) return asking(input, task);
  const { messages, ...beside } = task;
  const isKept = messages === seen['messages'];
  const said = isKept ? (input as typeof seen)['messages'] : messagesIn(asking({}, messages));
  // A command that resumes a graph is an object of a class.
  const like: unknown = Object.create(Object.getPrototypeOf(input) as object | null);
  return Object.assign(like as object, beside, omitUndefined({ messages: said }));
}

function asking(input: unknown, task: unknown): Readonly<Record<string, unknown>> {
  const messages = [new HumanMessage(asText(task))];
  return isDict(input) && 'messages' in input ? { ...input, messages } : { messages };
}

/** Returns the last answer of the other agent; without messages, its whole state. */
export function answerText(state: unknown): unknown {
  const last = asMessage(messagesIn(state).at(-1));
  return last === undefined ? state : toolContent(last.content, (value) => value);
}

/**
 * Returns the state for the calling code, with another answer in place of the agent's own, which is its last message;
 * after its messages if it has not answered.
 */
export function withAnswer(state: unknown, answer: unknown, isAnswered = true): unknown {
  const messages = messagesIn(state);
  if (messages.length === 0) return isDict(answer) ? answer : { messages: [answering(answer)] };
  if (!isAnswered) return { ...(state as object), messages: [...messages, answering(answer)] };
  const { structuredResponse, ...beside } = state as Readonly<Record<string, unknown>>;
  const last = messages.at(-1);
  const asked = messages.findLastIndex((each) => asMessage(each)?.getType() === 'human');
  // The call with which an agent gives an object tells the same as the object. Without one, only the last message goes.
  const called = messages.findIndex((each, at) => at > asked && givesObject(asMessage(each)));
  const kept = messages.slice(0, called);
  return {
    ...beside,
    ...(structuredResponse === undefined ? undefined : objectIn(answer)),
    messages: [...kept, answering(answer, last)],
  };
}

/** Returns the object that an answer is, as the agent would give it. */
function objectIn(answer: unknown): object | undefined {
  const structuredResponse = isDict(answer) ? answer : parseJson(asText(answer));
  return isDict(structuredResponse) ? { structuredResponse } : undefined;
}

/** Returns a message of the same form as the one that it replaces. Messages from another machine are plain objects. */
function answering(answer: unknown, replaced?: unknown): unknown {
  const native = isDict(replaced) ? replaced : {};
  const { id, name, tool_call_id, status } = native;
  const type = asMessage(replaced)?.getType() ?? 'ai';
  const beside = type === 'ai' ? { id } : { id, name, tool_call_id, status };
  const fields = { content: asText(answer), ...omitUndefined(beside) };
  if (replaced !== undefined && typeof native['getType'] !== 'function') return { type, ...fields };
  const Message = type === 'ai' ? AIMessage : (native.constructor as typeof AIMessage);
  return new Message(fields as ConstructorParameters<typeof AIMessage>[0]);
}
