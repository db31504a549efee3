import { dictsOf, isDict, keptOf, textOf, type Body } from '../../translate/native.ts';
import { textField } from '../../translate/content-to-contract.ts';
import { ownerOfItem, partKey, PLACE, TEXTS } from './texts.ts';

/** One text of an item, and the fields of an event that would add to it. */
interface ItemText {
  readonly key: string;
  readonly text: string;
  readonly event: Body;
}

/** The places of the texts of an item, by its type: a field, or the pieces of a list that events refer to by index. */
const TEXTS_OF_ITEM: Readonly<
  Record<
    string,
    readonly (readonly [
      name: string,
      field: string,
      counted?: string | undefined,
      inside?: string,
    ])[]
  >
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
  shell_call: [['response.shell_call_command', 'commands', 'command_index', 'action']],
  apply_patch_call: [['response.apply_patch_call_operation_diff', 'diff', undefined, 'operation']],
};

/** Returns the pieces of a list of texts; a command is a text alone. */
function piecesOf(list: unknown): readonly Body[] {
  if (!Array.isArray(list)) return [];
  return dictsOf(list.map((each: unknown) => (typeof each === 'string' ? { text: each } : each)));
}

/** Returns what holds the texts of an item. */
function holderOf(item: Body, inside: string | undefined): Body {
  const holder = inside === undefined ? item : item[inside];
  return isDict(holder) ? holder : {};
}

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
  owner: string = ownerOfItem(item, at),
): readonly ItemText[] {
  const place = item['type'] === 'shell_call' ? {} : { item_id: item['id'] };
  return placesIn(item).flatMap(([name, field, counted, inside]): readonly ItemText[] => {
    const held = holderOf(item, inside)[field];
    if (counted === undefined) {
      const event = { type: `${name}.delta`, ...place };
      return [{ key: keyOf(owner, name, 0), text: textOf(held) ?? '', event }];
    }
    return piecesOf(held).map((piece, index) => {
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
  const owner = ownerOfItem(item, at);
  if (textsOf(item, at).every(({ key, text }) => textFor(key) === text)) return item;
  // Encrypted content and unknown fields would still contain the old text.
  const known = KNOWN[String(item['type'])] ?? Object.keys(item);
  const { encrypted_content: _sealed, ...rest } = keptOf(item, known);
  const written = placesIn(item).flatMap(([name, field, counted, inside]) => {
    const holder = holderOf(rest, inside);
    const put = (value: unknown) => [
      inside === undefined ? [field, value] : [inside, { ...holder, [field]: value }],
    ];
    if (counted === undefined) return put(textFor(keyOf(owner, name, 0)));
    if (holder[field] === undefined) return [];
    const texts = piecesOf(holder[field]).map((each, of) =>
      withText(each, textFor(keyOf(owner, name, of))),
    );
    return put(inside === undefined ? texts : texts.map(({ text }) => text));
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
