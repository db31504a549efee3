import { sameItems } from '@interpose/adapter-kit';
import { dictsOf, type Body } from '../../translate/native.ts';
import { withTexts, withTextsInside } from './item-texts.ts';
import { partKey, placeOf, responseEvent, responseIn, TERMINAL } from './texts.ts';
import type { LastWord } from '../sse/encode.ts';

/**
 * Returns the last word of one stream. The Responses interface sends every text in pieces, and again at the end of the
 * text, of its part, of its item, and of the response: these repeats get the text that left in pieces.
 */
export function lastWord(): LastWord {
  const left = new Map<string, string>();
  const textFor = (key: string): string => left.get(key) ?? '';
  return (part) => {
    const { data, said, bared } = part;
    if (data === undefined) return part;
    const added = placeOf(data, 'delta');
    if (added !== undefined) {
      left.set(added.key, textFor(added.key) + String(data['delta']));
      return part.early === true ? undefined : part;
    }
    if (said !== undefined) {
      if (bared === true) return undefined;
      // Hooks may still hold back some of the text that an annotation is about.
      const text = textFor(partKey(data));
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
    if (data[ended.field] === text || data[ended.field] === undefined) return data;
    return {
      ...data,
      [ended.field]: text,
      ...(data['logprobs'] === undefined ? {} : { logprobs: [] }),
    };
  }
  const inside = withTextsInside(data, 'done', textFor);
  const response = TERMINAL.has(data['type']) ? responseIn(data) : undefined;
  if (response === undefined) return inside;
  const output = dictsOf(response['output']);
  const next = output.map((each, at) => withTexts(each, at, textFor));
  return sameItems(next, output) ? data : { ...data, response: { ...response, output: next } };
}
