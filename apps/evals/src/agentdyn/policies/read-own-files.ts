import type { Passage, ReadContext } from '@interpose/policies/track-taint';

/** The fields that a file about a person has, in the form it is written in. */
const FIELD = /\b((?:[A-Z]\w+ )*(?:Email|Username|Password|Number)): (\S+?),?(?=\s|$)/g;

/**
 * Labels what is read from the file system: of the files about people the fields are known, the first of each name;
 * anything else may have come from anywhere.
 */
export function readOwnFiles(result: unknown, { call }: ReadContext): readonly Passage[] {
  const text = String(result);
  const path = String(call.args['path']);
  const whole: Passage = { text, trust: 'untrusted' };
  if (/^\/?user\/info\/[\w.-]+$/.test(path)) return [whole, ...fields(text)];
  return [whole];
}

function fields(text: string): readonly Passage[] {
  const first = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(FIELD))
    if (!first.has(name)) first.set(name, value);
  return [...first.values()].map((value) => ({ text: value, trust: 'trusted' }));
}
