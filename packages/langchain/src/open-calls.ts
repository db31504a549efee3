import { AIMessage } from '@langchain/core/messages';
import type { ModelResponse, Part } from '@interpose/core';
import type { ChatRun } from './chat-run.ts';
import { answerIn, type GenerationResult, type NativeCall, type NativeMessage } from './native.ts';

/**
 * Keeps the arguments that were no JSON. LangChain drops such calls from a whole answer and guesses their arguments
 * in a streamed one; here both become calls that reach the tool node and are refused there, so that the model reads why.
 */
export function keepUnparsed(run: ChatRun, result: GenerationResult): GenerationResult {
  const [generation] = result.generations;
  const broken = answerIn(generation?.message).invalid_tool_calls ?? [];
  if (generation === undefined || broken.length === 0 || run.tools.size === 0) return result;
  const { message } = generation;
  const calls: NativeCall[] = broken.map(({ id = '', name = '', args = '' }) => {
    run.notes.unparsed.set(id, args);
    return { type: 'tool_call', id, name, args: {} };
  });
  const repaired = new AIMessage({
    ...(message as object),
    content: message.content,
    tool_calls: [...(answerIn(message).tool_calls ?? []), ...calls],
    invalid_tool_calls: [],
    additional_kwargs: withoutCalls(message.additional_kwargs),
  });
  return { ...result, generations: [{ ...generation, message: repaired }] };
}

function withoutCalls(
  beside: NativeMessage['additional_kwargs'],
): NativeMessage['additional_kwargs'] {
  const { tool_calls: _calls, ...rest } = beside;
  return rest;
}

/** Remembers the calls of an answer until a tool takes them. */
export function noteCalls(run: ChatRun, message: NativeMessage | undefined): void {
  const calls = answerIn(message).tool_calls ?? [];
  run.notes.open.clear();
  for (const { id = '', name, args } of calls) run.notes.open.set(id, { id, name, args });
}

/** The parts for calls that LangChain gave up on, in a message where it did. */
export function unparsedParts(run: ChatRun, message: NativeMessage): readonly Part[] {
  if (run.tools.size > 0) return [];
  return (answerIn(message).invalid_tool_calls ?? []).map(
    ({ id = '', name = '', args = '' }): Part => ({
      type: 'tool-call',
      id,
      name,
      args: { input: args },
    }),
  );
}

/** The calls by which `createAgent` gets an object out of a model have names like this one; nothing runs them. */
const STRUCTURED = /^extract-/;

/** True for the name of something to run. */
export function isRunnableName(name: string, run: ChatRun): boolean {
  return run.tools.has(name) || !STRUCTURED.test(name);
}

/** True when the app executes calls of this response. */
export function callsRunHere({ content }: ModelResponse, run: ChatRun): boolean {
  return content.some((part) => part.type === 'tool-call' && isRunnableName(part.name, run));
}
