import type { ToolCall } from '@interpose/core';

import type { Passage } from '../provenance/passage.ts';
import { stringsIn } from '../text/strings-in.ts';
import { unseen } from './read-passages.ts';
import { textOfResult } from './text-of-result.ts';

/** The longest receipt. */
const LONGEST = 200;
/** Only words: no digit, link, address, path, name of a machine, or invisible sign. */
const WORDS = /^[\p{L}\s.,:!?'"()-]*$/u;
const NAME_OF_A_HOST = /[.:]\p{L}/u;

/**
 * Reads the result of a writing tool that nobody labelled. A short receipt such as `File a.txt saved to /docs` brings
 * in no values but those of the call. It still counts as untrusted text that was read.
 */
export function readReceipt(
  result: unknown,
  { call }: { readonly call: ToolCall },
): readonly Passage[] {
  const text = textOfResult(result);
  return [{ text: isReceipt(text, call) ? unseen.text : text, trust: 'untrusted' }];
}

function isReceipt(text: string, { args }: ToolCall): boolean {
  if (text.length > LONGEST) return false;
  const said = stringsIn(args)
    .flatMap((value) => [value, ...value.split('/')])
    .filter((value) => value.length > 1)
    .toSorted((one, other) => other.length - one.length);
  const rest = said.reduce((left, value) => left.replaceAll(value, ''), text);
  return WORDS.test(rest) && !NAME_OF_A_HOST.test(rest);
}
