import type { Part } from '@interpose/core';
import {
  array,
  base64String,
  constantFrom,
  jsonValue,
  oneof,
  option,
  record,
  string,
  type Arbitrary,
} from 'fast-check';

import { arbitraryArgs, arbitraryCallId, arbitraryName } from './arbitrary-tool-call.ts';

/**
 * Any part of a message, of every type.
 *
 * @example
 * fc.assert(fc.property(arbitraryPart(), (part) => textOf(part).length >= 0));
 */
export function arbitraryPart(): Arbitrary<Part> {
  return oneof(text(), text(), file(), data(), toolCall(), toolResult(), other());
}

/** Generates parts that an assistant message may hold, including tool calls with unique ids. */
export function arbitraryContent(): Arbitrary<readonly Part[]> {
  return array(arbitraryPart(), { maxLength: 6 });
}

function text(): Arbitrary<Part> {
  return record({
    type: constantFrom('text' as const, 'reasoning' as const),
    text: string({ unit: 'grapheme' }),
  });
}

function file(): Arbitrary<Part> {
  return record(
    {
      type: constantFrom('file' as const),
      mediaType: constantFrom('image/png', 'application/pdf', 'text/plain'),
      name: string(),
      data: base64String(),
    },
    { requiredKeys: ['type', 'mediaType'] },
  );
}

function data(): Arbitrary<Part> {
  return record({ type: constantFrom('data' as const), data: jsonValue() });
}

function toolCall(): Arbitrary<Part> {
  return record({
    type: constantFrom('tool-call' as const),
    id: arbitraryCallId(),
    name: arbitraryName(),
    args: arbitraryArgs(),
  });
}

function toolResult(): Arbitrary<Part> {
  const base = {
    type: constantFrom('tool-result' as const),
    id: arbitraryCallId(),
    name: arbitraryName(),
  };
  return oneof(
    record({ ...base, result: option(jsonValue()) }),
    record({ ...base, error: string() }),
  );
}

function other(): Arbitrary<Part> {
  return record({ type: constantFrom('other' as const), kind: arbitraryName() });
}
