import { dictsOf, isDict, type Body } from '../../translate/native.ts';
import {
  annotatedKey,
  numberOf,
  placeOf,
  responseEvent,
  responseIn,
  TERMINAL,
  withText,
  withTexts,
} from './texts.ts';
import type { LastWord } from '../sse/encode.ts';

/**
 * A stream of the Responses interface says every text more than once: in pieces, at the end of the text, of its part,
 * of its item, and of the response. What is repeated is made to say what has left in pieces.
 */
export function repeatChangedTexts(): LastWord {
  const left = new Map<string, string>();
  const textFor = (key: string): string => left.get(key) ?? '';
  return (part) => {
    const { data, said } = part;
    if (data === undefined) return part;
    const added = placeOf(data, 'delta');
    if (added !== undefined) {
      left.set(added.key, textFor(added.key) + String(data['delta']));
      return part;
    }
    if (said !== undefined) {
      // A window may hold back some of the text that an annotation speaks of.
      const text = textFor(annotatedKey(data));
      return text.startsWith(said) || said.startsWith(text) ? part : undefined;
    }
    const next = repeated(data, textFor);
    return next === data ? part : responseEvent(next);
  };
}

function repeated(data: Body, textFor: (key: string) => string): Body {
  const ended = placeOf(data, 'done');
  if (ended !== undefined) {
    const text = textFor(ended.key);
    if (data[ended.field] === text) return data;
    return {
      ...data,
      [ended.field]: text,
      ...(data['logprobs'] === undefined ? {} : { logprobs: [] }),
    };
  }
  const { type, item, part } = data;
  if (type === 'response.output_item.done' && isDict(item)) {
    const next = withTexts(item, textFor);
    return next === item ? data : { ...data, item: next };
  }
  if (
    (type === 'response.content_part.done' || type === 'response.reasoning_summary_part.done') &&
    isDict(part)
  ) {
    const next = withText(part, textFor(partKey(data)));
    return next === part ? data : { ...data, part: next };
  }
  const response = TERMINAL.has(type) ? responseIn(data) : undefined;
  if (response === undefined) return data;
  const output = dictsOf(response['output']);
  const next = output.map((each) => withTexts(each, textFor));
  return next.every((each, index) => each === output[index])
    ? data
    : { ...data, response: { ...response, output: next } };
}

function partKey(data: Body): string {
  const { part } = data;
  const summary = numberOf(data['summary_index']);
  const content = numberOf(data['content_index']) ?? 0;
  const isThought = isDict(part) && part['type'] === 'reasoning_text';
  const place = summary === undefined ? `${isThought ? 'r' : 'c'}${content}` : `s${summary}`;
  return `${String(data['item_id'])} ${place}`;
}
