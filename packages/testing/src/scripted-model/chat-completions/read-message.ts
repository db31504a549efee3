import { badRequest } from '../request/api-error.ts';
import { readToolName } from '../request/check-tools.ts';
import type { ConversationItem } from '../script/conversation.ts';
import { describeCall } from '../script/describe-call.ts';
import type { RequestField } from '../request/request-field.ts';

/** A checked message of a chat-completions request. */
export interface ReadMessage {
  readonly path: string;
  readonly item: ConversationItem | undefined;
  /** The ids of the calls in an assistant message. */
  readonly callIds: readonly string[];
  /** The id of the call that a tool message answers. */
  readonly answers: string | undefined;
}

const roles = ['developer', 'system', 'user', 'assistant', 'tool', 'function'] as const;
const userParts = ['text', 'image_url', 'input_audio', 'file'];

/** Checks one message by the rules of its role. */
export function readMessage(message: RequestField, scripted: ReadonlySet<string>): ReadMessage {
  const nothing: ReadMessage = {
    path: message.path,
    item: undefined,
    callIds: [],
    answers: undefined,
  };
  const content = message.field('content');
  if (!message.field('name').isAbsent) message.field('name').string();
  const role = message.field('role').oneOf(roles);
  if (role === 'assistant') return { ...nothing, ...readAssistant(message, scripted) };
  if (role === 'user') {
    return { ...nothing, item: { role, text: readContent(content, userParts).join('') } };
  }
  if (role === 'function') {
    message.field('name').string();
    return nothing;
  }
  readContent(content, ['text']);
  return role === 'tool'
    ? { ...nothing, answers: message.field('tool_call_id').string() }
    : nothing;
}

function readAssistant(
  message: RequestField,
  scripted: ReadonlySet<string>,
): Pick<ReadMessage, 'item' | 'callIds'> {
  const listed = message.field('tool_calls');
  const read = listed.isAbsent ? [] : listed.filledList().map((call) => readCall(call, scripted));
  const legacy = message.field('function_call');
  const calls = read.map(({ call }) => call);
  if (!legacy.isAbsent) calls.push(readFunction(legacy, 'arguments', scripted));
  const texts = readTexts(message, calls.length === 0 && message.field('audio').isAbsent);
  const callIds = read.map(({ id }) => id);
  return { item: { role: 'assistant', texts, callIds, calls }, callIds };
}

function readTexts(message: RequestField, mustSpeak: boolean): readonly string[] {
  const content = message.field('content');
  const refusal = message.field('refusal');
  if (mustSpeak && content.isAbsent && refusal.isAbsent) {
    const problem = 'An assistant message needs content, a refusal or tool calls.';
    throw badRequest(problem, content.path, 'invalid_type');
  }
  const texts = content.isAbsent ? [] : readContent(content, ['text', 'refusal']);
  if (!refusal.isAbsent) texts.push(refusal.string());
  const filled = texts.filter((text) => text !== '');
  // A text in several parts is also compared joined, as the script has it.
  return filled.length > 1 ? [...filled, filled.join('')] : filled;
}

function readCall(
  call: RequestField,
  scripted: ReadonlySet<string>,
): { readonly id: string; readonly call: string } {
  const id = call.field('id').string();
  const type = call.field('type').oneOf(['function', 'custom']);
  const key = type === 'function' ? 'arguments' : 'input';
  return { id, call: readFunction(call.field(type), key, scripted) };
}

function readFunction(called: RequestField, key: string, scripted: ReadonlySet<string>): string {
  return describeCall(readToolName(called.field('name'), scripted), called.field(key).string());
}

function readContent(content: RequestField, kinds: readonly string[]): string[] {
  if (!Array.isArray(content.value)) return [content.string()];
  return content.filledList().map((part) => readPart(part, kinds));
}

function readPart(part: RequestField, kinds: readonly string[]): string {
  const type = part.field('type').oneOf(kinds);
  if (type === 'text') return part.field('text').string();
  if (type === 'refusal') return part.field('refusal').string();
  part.field(type).record();
  return '';
}
