import { dictsOf, isDict, keptOf, textOf, type Body } from '../../translate/native.ts';
import { textField } from '../../translate/content-to-contract.ts';
import { eventOf, type SsePart } from '../sse/part.ts';

/** A text of a streamed response: which one, and of what kind. */
export interface TextPlace {
  readonly key: string;
  readonly channel: 'text' | 'reasoning' | 'tool-args';
  /** The field with the whole text, in the event that ends it. */
  readonly field: 'text' | 'refusal' | 'transcript' | 'arguments' | 'input' | 'code';
}

/** The texts that stream, by the name of their events. */
const TEXTS: Readonly<
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
};

/** Returns the text that an event adds to (`delta`) or ends (`done`). */
export function placeOf(data: Body, ending: 'delta' | 'done'): TextPlace | undefined {
  const type = textOf(data['type']) ?? '';
  const found = type.endsWith(`.${ending}`) ? TEXTS[type.slice(0, -ending.length - 1)] : undefined;
  if (found === undefined) return undefined;
  const [channel, field, mark] = found;
  const index = numberOf(data['content_index']) ?? numberOf(data['summary_index']) ?? 0;
  const owner = ownerOf(data['item_id'], data['output_index']);
  return { key: `${owner} ${mark}${index}`, channel, field };
}

/** Returns what names an item: its id, or its place in the output where a service gives it none. */
export function ownerOf(id: unknown, place: unknown): string {
  return typeof id === 'string' && id !== '' ? id : `#${String(place)}`;
}

/** The fields that say where an event belongs, and nothing of its content. */
export const PLACE: readonly string[] = [
  ...['type', 'sequence_number', 'agent', 'status', 'item_id', 'output_index', 'content_index'],
  ...['summary_index', 'annotation_index', 'command_index'],
];

/** The known events besides texts: of a whole response, of an item or its part, an annotation, an image. */
const READ =
  /^response\.(?:created|queued|in_progress|completed|incomplete|failed)$|_(?:item|part)\.(?:added|done)$|\.(?:annotation\.added|partial_image)$/;

/** Whether an event of an unknown type has content, such as a text, a sound or a command. */
export function isUnread(data: Body): boolean {
  const type = textOf(data['type']) ?? '';
  if (READ.test(type) || TEXTS[type.replace(/\.(?:delta|done)$/, '')] !== undefined) return false;
  return /\.(?:delta|done)$/.test(type) || Object.keys(data).some((name) => !PLACE.includes(name));
}

/** Returns a value if it is a number. */
function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** One text of an item, and the fields of an event that would add to it. */
interface ItemText {
  readonly key: string;
  readonly text: string;
  readonly event: Body;
}

/** The places of the texts of an item, by its type: a field, or the pieces of a list that events refer to by index. */
const TEXTS_OF_ITEM: Readonly<
  Record<string, readonly (readonly [name: string, field: string, counted?: string])[]>
> = {
  message: [['response.output_text', 'content', 'content_index']],
  reasoning: [
    ['response.reasoning_summary_text', 'summary', 'summary_index'],
    ['response.reasoning_text', 'content', 'content_index'],
  ],
  function_call: [['response.function_call_arguments', 'arguments']],
  custom_tool_call: [['response.custom_tool_call_input', 'input']],
  mcp_call: [['response.mcp_call_arguments', 'arguments']],
  code_interpreter_call: [['response.code_interpreter_call_code', 'code']],
};

function placesIn(item: Body) {
  return TEXTS_OF_ITEM[String(item['type'])] ?? [];
}

function keyOf(owner: string, name: string, index: number): string {
  return `${owner} ${TEXTS[name]?.[2]}${index}`;
}

/** Returns the texts of the item at this place in the output. */
export function textsOf(
  item: Body,
  at: unknown,
  owner: string = ownerOf(item['id'], at),
): readonly ItemText[] {
  const place = { item_id: item['id'] };
  return placesIn(item).flatMap(([name, field, counted]): readonly ItemText[] => {
    if (counted === undefined) {
      const event = { type: `${name}.delta`, ...place };
      return [{ key: keyOf(owner, name, 0), text: textOf(item[field]) ?? '', event }];
    }
    return dictsOf(item[field]).map((piece, index) => {
      const type = piece['type'] === 'refusal' ? 'response.refusal.delta' : `${name}.delta`;
      const text = textOf(piece[textField(piece)]) ?? '';
      return { key: keyOf(owner, name, index), text, event: { type, [counted]: index, ...place } };
    });
  });
}

/** The known fields of messages and of reasoning; a service may add others. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  message: ['id', 'type', 'role', 'status', 'phase', 'content'],
  reasoning: ['id', 'type', 'status', 'summary', 'content'],
};

/** Returns the item at this place with these texts; the same object if it has them already. */
export function withTexts(item: Body, at: unknown, textFor: (key: string) => string): Body {
  const owner = ownerOf(item['id'], at);
  if (textsOf(item, at).every(({ key, text }) => textFor(key) === text)) return item;
  // Encrypted content and unknown fields would still contain the old text.
  const known = KNOWN[String(item['type'])] ?? Object.keys(item);
  const { encrypted_content: _sealed, ...rest } = keptOf(item, known);
  const written = placesIn(item).flatMap(([name, field, counted]) => {
    if (counted === undefined) return [[field, textFor(keyOf(owner, name, 0))]];
    if (rest[field] === undefined) return [];
    const pieces = dictsOf(rest[field]);
    return [[field, pieces.map((each, of) => withText(each, textFor(keyOf(owner, name, of))))]];
  });
  return { ...rest, ...(Object.fromEntries(written) as Body) };
}

/** Returns the event with these texts in the item or part that begins or ends; the same object if they are there. */
export function withTextsInside(
  data: Body,
  ending: 'added' | 'done',
  textFor: (key: string) => string,
): Body {
  const { type, item, part } = data;
  if (type === `response.output_item.${ending}` && isDict(item))
    return replacing(data, 'item', withTexts(item, data['output_index'], textFor));
  const isPart = typeof type === 'string' && type.endsWith(`_part.${ending}`);
  if (!isPart || !isDict(part)) return data;
  return replacing(data, 'part', withText(part, textFor(partKey(data, part))));
}

function replacing(data: Body, field: string, value: Body): Body {
  return data[field] === value ? data : { ...keptOf(data, PLACE), [field]: value };
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

/** Returns a piece of content with another text, without fields that would spell the old one. */
export function withText(piece: Body, text: string): Body {
  const field = textField(piece);
  if (piece[field] === text || piece[field] === undefined) return piece;
  // Audio and unknown fields would still contain the old text.
  const { type, logprobs, annotations } = piece;
  return {
    type,
    [field]: text,
    ...(annotations === undefined ? undefined : { annotations: [] }),
    ...(logprobs === undefined ? undefined : { logprobs: [] }),
  };
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
]);
