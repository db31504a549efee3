import { dictsOf, type Body } from '../../translate/native.ts';
import { textsOf, withText, withTexts } from './texts.ts';

/** The events that build one output item: added, its texts, done. */
export function itemEvents(item: Body, index: number): readonly Body[] {
  const place = { item_id: item['id'], output_index: index };
  return [
    { type: 'response.output_item.added', output_index: index, item: opened(item) },
    ...textEvents(item, place),
    { type: 'response.output_item.done', output_index: index, item },
  ];
}

/** The item before anything of it was written. */
function opened(item: Body): Body {
  const empty = withTexts(item, () => '');
  if (item['type'] === 'message') return { ...empty, status: 'in_progress', content: [] };
  return item['type'] === 'reasoning' ? { ...empty, summary: [] } : empty;
}

function textEvents(item: Body, place: Body): readonly Body[] {
  const pieces = item['type'] === 'message' ? dictsOf(item['content']) : dictsOf(item['summary']);
  return textsOf(item).flatMap(({ text, event }, index) => {
    const { type, ...rest } = event;
    const name = String(type).replace(/\.delta$/, '');
    const here = { ...rest, ...place };
    const extra = name === 'response.output_text' ? { logprobs: [] } : {};
    const written = [
      ...(text === '' ? [] : [{ type, ...here, delta: text, ...extra }]),
      { type: `${name}.done`, ...here, ...whole(name, item, text), ...extra },
    ];
    const piece = pieces[index];
    return piece === undefined ? written : inPart(item, piece, here, written);
  });
}

function whole(name: string, item: Body, text: string): Body {
  if (name === 'response.function_call_arguments') return { name: item['name'], arguments: text };
  if (name === 'response.custom_tool_call_input') return { input: text };
  return name === 'response.refusal' ? { refusal: text } : { text };
}

function inPart(item: Body, piece: Body, here: Body, written: readonly Body[]): readonly Body[] {
  const name =
    item['type'] === 'message' ? 'response.content_part' : 'response.reasoning_summary_part';
  return [
    { type: `${name}.added`, ...here, part: withText(piece, '') },
    ...written,
    { type: `${name}.done`, ...here, part: piece },
  ];
}

/** The events that end an item whose texts have left in part; what they say is filled in on the way out. */
export function closingEvents(item: Body, index: number): readonly Body[] {
  return itemEvents(item, index).filter(({ type }) => {
    const name = String(type);
    return name.endsWith('.done');
  });
}
