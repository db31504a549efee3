import { dictsOf, isDict, textOf, type Body } from '../../translate/native.ts';
import { eventOf, type SsePart } from '../sse/part.ts';

/** A text of a streamed response: which one, and of what kind. */
export interface TextPlace {
  readonly key: string;
  readonly channel: 'text' | 'reasoning' | 'tool-args';
  /** Where its whole stands in the event that ends it. */
  readonly field: 'text' | 'refusal' | 'arguments' | 'input';
}

/** The texts that stream, by the name of their events. */
const TEXTS: Readonly<
  Record<string, readonly [channel: TextPlace['channel'], field: TextPlace['field'], mark: string]>
> = {
  'response.output_text': ['text', 'text', 'c'],
  'response.refusal': ['text', 'refusal', 'c'],
  'response.reasoning_summary_text': ['reasoning', 'text', 's'],
  'response.reasoning_text': ['reasoning', 'text', 'r'],
  'response.function_call_arguments': ['tool-args', 'arguments', 'a'],
  'response.custom_tool_call_input': ['tool-args', 'input', 'a'],
  'response.mcp_call_arguments': ['tool-args', 'arguments', 'a'],
};

/** The text an event adds to, or ends, whichever `ending` it has. */
export function placeOf(data: Body, ending: 'delta' | 'done'): TextPlace | undefined {
  const type = textOf(data['type']) ?? '';
  const found = type.endsWith(`.${ending}`) ? TEXTS[type.slice(0, -ending.length - 1)] : undefined;
  if (found === undefined) return undefined;
  const [channel, field, mark] = found;
  const index = numberOf(data['content_index']) ?? numberOf(data['summary_index']) ?? 0;
  return { key: `${String(data['item_id'])} ${mark}${index}`, channel, field };
}

/** The text that an annotation belongs to. */
export function annotatedKey({ item_id: id, content_index: index }: Body): string {
  return `${String(id)} c${numberOf(index) ?? 0}`;
}

/** A number, or nothing. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** One text of an item, and the fields of an event that would add to it. */
interface ItemText {
  readonly key: string;
  readonly text: string;
  readonly event: Body;
}

/** The texts of an item. */
export function textsOf(item: Body): readonly ItemText[] {
  const id = String(item['id']);
  const one = (mark: string, index: number, text: unknown, event: Body): ItemText => ({
    key: `${id} ${mark}${index}`,
    text: textOf(text) ?? '',
    event: { ...event, item_id: item['id'] },
  });
  switch (item['type']) {
    case 'message':
      return dictsOf(item['content']).map((piece, index) =>
        one('c', index, piece['text'] ?? piece['refusal'], {
          type:
            piece['type'] === 'refusal' ? 'response.refusal.delta' : 'response.output_text.delta',
          content_index: index,
        }),
      );
    case 'reasoning':
      return [
        ...dictsOf(item['summary']).map(({ text }, index) =>
          one('s', index, text, {
            type: 'response.reasoning_summary_text.delta',
            summary_index: index,
          }),
        ),
        ...dictsOf(item['content']).map(({ text }, index) =>
          one('r', index, text, { type: 'response.reasoning_text.delta', content_index: index }),
        ),
      ];
    case 'function_call':
      return [one('a', 0, item['arguments'], { type: 'response.function_call_arguments.delta' })];
    case 'custom_tool_call':
      return [one('a', 0, item['input'], { type: 'response.custom_tool_call_input.delta' })];
    default:
      return [];
  }
}

/** The same item with these texts; itself where they are what it says already. */
export function withTexts(item: Body, textFor: (key: string) => string): Body {
  const texts = textsOf(item);
  if (texts.every(({ key, text }) => textFor(key) === text)) return item;
  const id = String(item['id']);
  const rewrite = (mark: string, list: unknown): readonly Body[] =>
    dictsOf(list).map((piece, index) => withText(piece, textFor(`${id} ${mark}${index}`)));
  switch (item['type']) {
    case 'message':
      return { ...item, content: rewrite('c', item['content']) };
    case 'reasoning': {
      const { encrypted_content: _sealed, ...rest } = item;
      const content =
        rest['content'] === undefined ? undefined : { content: rewrite('r', rest['content']) };
      return { ...rest, summary: rewrite('s', rest['summary']), ...content };
    }
    case 'custom_tool_call':
      return { ...item, input: textFor(`${id} a0`) };
    default:
      return { ...item, arguments: textFor(`${id} a0`) };
  }
}

/** A piece of content with another text, and without what would spell the old one. */
export function withText(piece: Body, text: string): Body {
  const field = piece['type'] === 'refusal' ? 'refusal' : 'text';
  if (piece[field] === text || piece[field] === undefined) return piece;
  const { logprobs, annotations, ...rest } = piece;
  return {
    ...rest,
    [field]: text,
    ...(annotations === undefined ? undefined : { annotations: [] }),
    ...(logprobs === undefined ? undefined : { logprobs: [] }),
  };
}

/** The name of an event is the type of what it carries. */
export function responseEvent(data: Body): SsePart {
  return eventOf(data, textOf(data['type']));
}

/** The response an event carries, where it tells of the whole. */
export function responseIn(data: Body): Body | undefined {
  return isDict(data['response']) ? data['response'] : undefined;
}

/** The events with which a response ends. */
export const TERMINAL: ReadonlySet<unknown> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
]);
