import { textOf } from '../record/open-chat.ts';
import { textIn, type GenAiSpan } from './gen-ai-span.ts';

type Json = Readonly<Record<string, unknown>>;

interface Written {
  readonly role: string;
  readonly parts?: readonly Json[];
  readonly content?: unknown;
}

/**
 * Returns the messages of a conversation as recorded runs hold them. Requests and answers of the model come from
 * `gen_ai.input.messages` and `gen_ai.output.messages`. If content was not captured, only the tool spans show which
 * calls were made.
 */
export function messagesOf(spans: readonly GenAiSpan[]): readonly Json[] {
  const tools = new Map<string, GenAiSpan>();
  for (const span of spans)
    if (span.operation === 'execute_tool') tools.set(idOf(span), span);
  const known = new Map<string, number>();
  const messages: Json[] = [];
  for (const span of spans) {
    if (span.operation === 'execute_tool') continue;
    const system = systemOf(span);
    if (system !== undefined && messages.length === 0) messages.push(system);
    const here = [...messagesAt(span, 'input'), ...messagesAt(span, 'output')];
    messages.push(...freshMessages(here, known));
  }
  const called = new Set(messages.flatMap(callIds));
  const answered = new Set(messages.map((message) => message['tool_call_id']));
  const uncaptured = [...tools].filter(([id]) => !called.has(id));
  const results = [...tools].filter(([id]) => called.has(id) && !answered.has(id));
  const placed = messages.flatMap((message) => [
    message,
    ...results.filter(([id]) => callIds(message).includes(id)).map(([id, span]) => resultOf(id, span)),
  ]);
  return [...placed, ...uncaptured.flatMap(([id, span]) => [callOf(id, span), resultOf(id, span)])];
}

/**
 * Returns the messages that are new. Every request repeats the earlier messages: equal messages count as often as one
 * request holds them. Only an answer carries its finish reason, so messages are compared in the parsed form.
 */
function freshMessages(all: readonly Json[], known: Map<string, number>): readonly Json[] {
  const here = new Map<string, number>();
  return all.filter((message) => {
    const key = JSON.stringify(message);
    const times = (here.get(key) ?? 0) + 1;
    here.set(key, times);
    if (times <= (known.get(key) ?? 0)) return false;
    known.set(key, times);
    return true;
  });
}

function toMessages({ role, parts = [], content }: Written): readonly Json[] {
  const text = [
    textIn(content) ?? [],
    ...parts.filter(({ type }) => type === 'text').map((part) => String(part['content'])),
  ].flat().join('\n');
  const calls = parts.filter(({ type }) => type === 'tool_call');
  const responses = parts.filter(({ type }) => type === 'tool_call_response');
  return [
    ...responses.map((part) => ({
      role: 'tool',
      tool_call_id: part['id'],
      content: textOf(part['response'] ?? part['result']),
    })),
    ...(role === 'tool' || (text === '' && calls.length === 0)
      ? []
      : [{ role, content: text, ...(calls.length > 0 ? { tool_calls: calls.map(toCall) } : {}) }]),
  ];
}

function toCall(part: Json): Json {
  return { id: part['id'], name: part['name'], args: parsed(part['arguments']) };
}

function systemOf(span: GenAiSpan): Json | undefined {
  const parts = parsed(span.attributes['gen_ai.system_instructions']);
  if (!Array.isArray(parts) || parts.length === 0) return undefined;
  return { role: 'system', content: parts.map((part: Json) => String(part['content'])).join('\n') };
}

function callOf(id: string, { attributes }: GenAiSpan): Json {
  const call = {
    id,
    name: attributes['gen_ai.tool.name'],
    args: parsed(attributes['gen_ai.tool.call.arguments'] ?? {}),
  };
  return { role: 'assistant', content: '', tool_calls: [call] };
}

function resultOf(id: string, { attributes, failed }: GenAiSpan): Json {
  const content = textOf(attributes['gen_ai.tool.call.result'] ?? '');
  return { role: 'tool', tool_call_id: id, content, ...(failed === undefined ? {} : { error: failed }) };
}

function idOf({ attributes, startedAt }: GenAiSpan): string {
  return textIn(attributes['gen_ai.tool.call.id']) ?? `call-${startedAt}`;
}

function callIds(message: Json): readonly unknown[] {
  const calls = message['tool_calls'];
  return Array.isArray(calls) ? calls.map((call: Json) => call['id']) : [];
}

/** Returns the messages of a span. Throws for a value that is no list, such as a text cut by a limit. */
function messagesAt({ attributes }: GenAiSpan, way: 'input' | 'output'): readonly Json[] {
  return (parsed(attributes[`gen_ai.${way}.messages`] ?? []) as readonly Written[]).flatMap(toMessages);
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
