import { isDict, parseJson } from '@interpose/adapter-kit';
import { answerIn, listIn, type NativeMessage } from '../native.ts';

const NONE: readonly never[] = Object.freeze([]);

/**
 * Returns what a model of OpenAI sends in place of the fields of an answer that hooks see: the items of an answer of the
 * Responses API; or the raw calls, if the answer has no others.
 */
export function sentInPlace(native: NativeMessage): readonly unknown[] {
  const { additional_kwargs: beside, response_metadata: metadata } = native;
  // A message that another copy of LangChain made may have no metadata.
  const output = metadata?.['output'];
  const raw = answerIn(native).tool_calls?.length ? undefined : beside['tool_calls'];
  // Most messages have neither.
  if (output === undefined && raw === undefined) return NONE;
  return [...listIn(output), ...listIn(raw)];
}

/** Returns those of these items with words that nothing in `said` has. */
export function unsaidIn(native: NativeMessage, said: unknown): readonly unknown[] {
  const items = sentInPlace(native);
  if (items.length === 0) return NONE;
  const seen = JSON.stringify(said);
  return items.filter((item) => !isSaid(item, seen));
}

/** The fields of an item that a model does not read as words. */
const NO_WORDS: ReadonlySet<string> = new Set(
  'type id call_id status role phase annotations logprobs encrypted_content'.split(' '),
);

function isSaid(value: unknown, seen: string): boolean {
  // The arguments of a call are JSON in the item, and an object in the call.
  if (typeof value === 'string') {
    const args = parseJson(value);
    return (
      seen.includes(JSON.stringify(value).slice(1, -1)) ||
      (isDict(args) && seen.includes(JSON.stringify(args)))
    );
  }
  if (!isDict(value) && !Array.isArray(value)) return true;
  return Object.entries(value).every(([key, each]) => NO_WORDS.has(key) || isSaid(each, seen));
}
