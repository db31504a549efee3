import { isDict, textOf, type Body } from '../../translate/native.ts';
import { eventOf, type SsePart } from '../sse/part.ts';

/** A text of a streamed response: which one, and of what kind. */
export interface TextPlace {
  readonly key: string;
  /** What names the item that the text belongs to. */
  readonly owner: string;
  readonly channel: 'text' | 'reasoning' | 'tool-args';
  /** The field with the whole text, in the event that ends it. */
  readonly field:
    | 'text'
    | 'refusal'
    | 'transcript'
    | 'arguments'
    | 'input'
    | 'code'
    | 'command'
    | 'diff';
}

/** The texts that stream, by the name of their events. */
export const TEXTS: Readonly<
  Record<string, readonly [channel: TextPlace['channel'], field: TextPlace['field'], mark: string]>
> = {
  'response.output_text': ['text', 'text', 'c'],
  'response.refusal': ['text', 'refusal', 'c'],
  'response.audio.transcript': ['text', 'transcript', 't'],
  'response.reasoning_summary_text': ['reasoning', 'text', 's'],
  'response.reasoning_text': ['reasoning', 'text', 'r'],
  'response.function_call_arguments': ['tool-args', 'arguments', 'a'],
  'response.custom_tool_call_input': ['tool-args', 'input', 'a'],
  'response.mcp_call_arguments': ['tool-args', 'arguments', 'a'],
  'response.code_interpreter_call_code': ['tool-args', 'code', 'a'],
  'response.shell_call_command': ['tool-args', 'command', 'a'],
  'response.apply_patch_call_operation_diff': ['tool-args', 'diff', 'a'],
};

/** Returns the text that an event adds to (`delta`) or ends (`done`). */
export function placeOf(data: Body, ending: 'delta' | 'done'): TextPlace | undefined {
  const type = textOf(data['type']) ?? '';
  const found = type.endsWith(`.${ending}`) ? TEXTS[type.slice(0, -ending.length - 1)] : undefined;
  if (found === undefined) return undefined;
  const [channel, field, mark] = found;
  const { content_index: content, summary_index: summary, command_index: command } = data;
  const index = numberOf(content) ?? numberOf(summary) ?? numberOf(command) ?? 0;
  const owner = ownerIn(data);
  return { key: `${owner} ${mark}${index}`, owner, channel, field };
}

/** Returns what names an item: its id, or its place in the output where a service gives it none. */
function ownerOf(id: unknown, place: unknown): string {
  return typeof id === 'string' && id !== '' ? id : `#${String(place)}`;
}

/** Returns what names an item in its events: its place for commands, whose events have no id. */
export function ownerOfItem({ id, type }: Body, at: unknown): string {
  return ownerOf(type === 'shell_call' ? undefined : id, at);
}

/** Returns what names the item that an event is about. */
export function ownerIn({ item, item_id: id, output_index: at }: Body): string {
  return isDict(item) ? ownerOfItem(item, at) : ownerOf(id, at);
}

/** The fields that say where an event belongs, and nothing of its content. */
export const PLACE: readonly string[] = [
  ...['type', 'sequence_number', 'agent', 'status', 'item_id', 'output_index', 'content_index'],
  ...['summary_index', 'annotation_index', 'command_index'],
];

/** Returns a value if it is a number. */
function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Returns the key of the text that an annotation, or this part of an item, belongs to. */
export function partKey(
  { item_id: id, output_index: at, content_index: content, summary_index: summary }: Body,
  part: Body = {},
): string {
  const isThought = part['type'] === 'reasoning_text';
  const count = numberOf(content) ?? 0;
  const place = typeof summary === 'number' ? `s${summary}` : `${isThought ? 'r' : 'c'}${count}`;
  return `${ownerOf(id, at)} ${place}`;
}

/** Returns an event with this data; the event's name is the type of the data. */
export function responseEvent(data: Body): SsePart {
  return eventOf(data, textOf(data['type']));
}

/** Returns the response that an event contains, if it is about the whole response. */
export function responseIn(data: Body): Body | undefined {
  return isDict(data['response']) ? data['response'] : undefined;
}

/** The events with which a response ends. */
export const TERMINAL: ReadonlySet<unknown> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
]);
