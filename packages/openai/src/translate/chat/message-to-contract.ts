import { parseArguments, withSpeaker } from '@interpose/adapter-kit';
import type { Message, Part } from '@interpose/core';
import { textIn } from '../content-from-contract.ts';
import { isPlain, readContent, readResult } from '../content-to-contract.ts';
import { dictsOf, isDict, textOf, type Body, type Copy, type NameOfCall } from '../native.ts';
import { messageOrigins, partOrigins } from '../origins.ts';

/** Returns the number of system and developer messages with only text at the start of a conversation. */
export function leadingSystemMessages(messages: readonly Body[]): number {
  const first = messages.findIndex(
    ({ role, content }) => (role !== 'system' && role !== 'developer') || !isPlain(content),
  );
  return first === -1 ? messages.length : first;
}

/** Returns one message of a request as hooks see it. */
export function messageToContract(native: Body, nameOf: NameOfCall, copy: Copy): Message {
  const role = ROLES.get(native['role']) ?? 'user';
  return { role, content: contentOf(role, native, nameOf, copy) };
}

/** The role in the contract for each native role; any other role becomes `user`. */
const ROLES: ReadonlyMap<unknown, Message['role']> = new Map(
  Object.entries<Message['role']>({
    system: 'system',
    developer: 'system',
    assistant: 'assistant',
    tool: 'tool',
    function: 'tool',
  }),
);

function contentOf(
  role: Message['role'],
  native: Body,
  nameOf: NameOfCall,
  copy: Copy,
): readonly Part[] {
  if (role === 'assistant') return withSpeaker(answerContent(native, copy), native['name']);
  if (role !== 'tool') return withSpeaker(readContent(native['content']), native['name']);
  return [messageOrigins.remember(resultPart(native, nameOf, copy), native)];
}

function resultPart(native: Body, nameOf: NameOfCall, copy: Copy): Part {
  const id = textOf(native['tool_call_id']) ?? '';
  const name = nameOf(id) ?? textOf(native['name']) ?? '';
  return { type: 'tool-result', id, name, result: readResult(native['content'], copy) };
}

/** Returns the parts of an assistant's message, in a request or in an answer. */
export function answerContent(message: Body, copy: Copy): readonly Part[] {
  const reasoning = reasoningOf(message);
  const refusal = textOf(message['refusal']) ?? '';
  const content = readContent(message['content']);
  // A refusal by this adapter is in both fields, for callers that read only one of them.
  const repeated =
    content.length === 1 && content[0]?.type === 'text' && content[0].text === refusal;
  const parts: Part[] = reasoning === '' ? [] : [{ type: 'reasoning', text: reasoning }];
  parts.push(...content);
  if (refusal !== '' && !repeated) parts.push({ type: 'text', text: refusal });
  if (isDict(message['audio'])) parts.push(spokenPart(message['audio']));
  for (const call of callsOf(message)) parts.push(partOrigins.remember(callPart(call, copy), call));
  return parts;
}

/** Returns the part for audio: its transcript as text. Audio that is only an id has no text for hooks. */
function spokenPart(audio: Body): Part {
  const text = textOf(audio['transcript']);
  const part: Part = text ? { type: 'text', text } : { type: 'other', kind: 'audio' };
  return partOrigins.remember(part, audio);
}

/** The fields in which compatible services send the model's reasoning, beside the text. */
export const REASONING_FIELDS: readonly string[] = [
  'reasoning_content',
  'reasoning',
  'reasoning_details',
];

/** Returns the model's reasoning. Most services that send several of these fields repeat the same text in each. */
export function reasoningOf(message: Body): string {
  const { reasoning_content: content, reasoning, reasoning_details: details } = message;
  const said = joined(textOf(content) ?? '', textOf(reasoning) ?? '');
  if (details === undefined) return said;
  const pieces = dictsOf(details).map(({ text, summary }) =>
    joined(textOf(text) ?? '', textOf(summary) ?? ''),
  );
  return joined(said, pieces.join(''));
}

function joined(said: string, other: string): string {
  if (other === '' || other === said) return said;
  if (said === '' || holds(other, said)) return other;
  return holds(said, other) ? said : said + other;
}

/** Whether a text contains another, ignoring blanks, which may have been added between joined pieces. */
function holds(text: string, part: string): boolean {
  return text.replaceAll(/\s/g, '').includes(part.replaceAll(/\s/g, ''));
}

/** Returns the calls of an answer; the older `function_call` counts as a call without an id. */
export function callsOf(message: Body): readonly Body[] {
  const calls = dictsOf(message['tool_calls']);
  const legacy = message['function_call'];
  return isDict(legacy) ? [...calls, { type: 'function', function: legacy }] : calls;
}

function callPart(call: Body, copy: Copy): Part {
  const { name, input } = calledFunction(call);
  const args = kindOf(call) === 'custom' ? { input } : parseArguments(input);
  return { type: 'tool-call', id: textOf(call['id']) ?? '', name, args: copy(args) };
}

/** Returns the name of the field with the details of a call, or with the declaration of a tool, as callers look for it. */
export function kindOf(native: Body = {}): string {
  const type = textOf(native['type']) || 'custom';
  if (isDict(native['function']) && native['type'] !== 'custom') return 'function';
  return isDict(native[type]) ? type : 'function';
}

/** Returns the name of the tool and the input of a call, whichever kind it is. */
export function calledFunction(call: Body): { readonly name: string; readonly input: string } {
  const called = call[kindOf(call)];
  if (!isDict(called)) return { name: '', input: '' };
  return {
    name: textOf(called['name']) ?? '',
    input: textOf(called['arguments']) ?? textOf(called['input']) ?? '',
  };
}

/** Returns the text of a content; parts of other kinds are left out. */
export function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  return typeof content === 'object' && content !== null ? textIn(readContent(content)) : '';
}
