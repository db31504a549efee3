import { AIMessage } from '@langchain/core/messages';
import type { ModelResponse, Part } from '@interpose/core';
import { isDict, parseJson } from '@interpose/adapter-kit';
import type { ChatRun } from '../run/host-run.ts';
import {
  answerIn,
  type GenerationResult,
  type NativeCall,
  type NativeMessage,
} from '../translate/native.ts';
import { isFunctionCall } from '../translate/calls-from-contract.ts';
import { partOrigins } from '../translate/origins.ts';

/** Whether hooks hear of calls whose arguments are not a JSON object. If not, LangChain treats them as always. */
export function keepsUnparsed({ tools, chat }: ChatRun): boolean {
  return tools.size > 0 && chat.listens('onToolCallError', 'preToolCall');
}

/**
 * Keeps arguments that are not a JSON object. LangChain drops such calls from a whole answer and guesses their
 * arguments in a streamed one. Here both become calls that reach the tool node and are refused there, so that the model
 * reads why.
 */
export function keepUnparsed(run: ChatRun, result: GenerationResult): GenerationResult {
  const [generation] = result.generations;
  const { tool_calls: parsed = [], invalid_tool_calls: broken = [] } = answerIn(
    generation?.message,
  );
  const isWhole = broken.length === 0 && parsed.every(({ args }) => isDict(args));
  if (generation === undefined || isWhole || !keepsUnparsed(run)) return result;
  const { message } = generation;
  const calls = [
    ...parsed.map((call) => keep(run, call, JSON.stringify(call.args), isDict(call.args))),
    ...broken.map((call) => keep(run, call, call.args ?? '', false)),
  ];
  const { tool_calls: written, ...additional_kwargs } = message.additional_kwargs;
  const repaired = new AIMessage({
    ...(message as object),
    content: message.content,
    tool_calls: asWritten(calls, written),
    invalid_tool_calls: [],
    additional_kwargs,
  });
  return { ...result, generations: [{ ...generation, message: repaired }] };
}

interface WrittenCall {
  readonly call: NativeCall;
  readonly text: string;
}

function keep(
  run: ChatRun,
  call: { readonly id?: string; readonly name?: string; readonly args?: unknown },
  text: string,
  isObject: boolean,
): WrittenCall {
  if (isObject) return { call: call as NativeCall, text };
  const { id = '', name = '' } = call;
  run.memory.unparsed.set(id, text);
  return { call: { type: 'tool_call', id, name, args: {} }, text };
}

/** Returns the calls in the model's order. LangChain keeps calls that it cannot read in a separate list. */
function asWritten(calls: readonly WrittenCall[], written: unknown): NativeCall[] {
  const left = [...calls];
  const ordered = (Array.isArray(written) ? written : []).flatMap((each: unknown) => {
    const { id, function: called } = each as { id?: string; function?: { arguments?: string } };
    const text = normalised(called?.arguments ?? '');
    const exact = left.findIndex((one) => one.call.id === id && one.text === text);
    const at = exact === -1 ? left.findIndex((one) => one.call.id === id) : exact;
    return at === -1 ? [] : left.splice(at, 1);
  });
  return [...ordered, ...left].map(({ call }) => call);
}

function normalised(text: string): string {
  const parsed = parseJson(text);
  return parsed === undefined ? text : JSON.stringify(parsed);
}

/** Remembers the calls of an answer until a tool takes them. */
export function noteCalls(run: ChatRun, message: NativeMessage | undefined): void {
  const calls = answerIn(message).tool_calls ?? [];
  run.memory.open.clear();
  for (const { id = '', name, args } of calls) run.memory.open.set(id, { id, name, args });
}

/** Returns the parts for calls that LangChain could not read, if the message has any. */
export function unparsedParts(run: ChatRun, message: NativeMessage): readonly Part[] {
  if (keepsUnparsed(run)) return [];
  return (answerIn(message).invalid_tool_calls ?? []).map((call) => {
    const { id = '', name = '', args = '' } = call;
    return partOrigins.remember<Part>({ type: 'tool-call', id, name, args: { input: args } }, call);
  });
}

/** The names of the calls with which `createAgent` gets an object from a model. Nothing runs these calls. */
const STRUCTURED = /^extract-/;

/** Whether an agent gives an object with this answer. */
export function givesObject(message: NativeMessage | undefined): boolean {
  return answerIn(message).tool_calls?.some(({ name }) => STRUCTURED.test(name)) === true;
}

/** Whether this is the name of a tool to run. */
export function isRunnableName(name: string, run: ChatRun): boolean {
  return run.tools.has(name) || !STRUCTURED.test(name);
}

/** Whether the app executes calls of this response. */
export function callsRunHere({ content }: ModelResponse, run: ChatRun): boolean {
  return content.some(
    (part) => part.type === 'tool-call' && !isFunctionCall(part) && isRunnableName(part.name, run),
  );
}
