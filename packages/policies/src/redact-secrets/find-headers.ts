import type { Span } from '../shared/redaction/redactor/detector.ts';
import { isPlaceholder } from './is-placeholder.ts';
import { looksRandom } from './looks-random.ts';

/** A scheme, or the header's name with any scheme or none. */
const SCHEMES =
  /\b(?:(bearer|basic)[ \t]{1,3}|authorization["']?[ \t]{0,3}[:=][ \t]{0,3}["']?(?!bearer\b|basic\b)(?:[a-z][\w-]{1,24}[ \t]{1,3})?)/gi;
const CREDENTIAL = /[\w.~+/=-]{12,8192}/y;

/** Finds credentials after `Bearer`, `Basic` and `Authorization`. Linear: a credential is one word. */
export function findHeaders(text: string): readonly Span[] {
  const spans: Span[] = [];
  SCHEMES.lastIndex = 0;
  for (let hit = SCHEMES.exec(text); hit !== null; hit = SCHEMES.exec(text)) {
    CREDENTIAL.lastIndex = SCHEMES.lastIndex;
    const value = CREDENTIAL.exec(text)?.[0];
    if (value === undefined) continue;
    const end = CREDENTIAL.lastIndex;
    const isBasic = hit[1]?.toLowerCase() === 'basic';
    const isSecret = isBasic ? holdsPassword(value) : isToken(value);
    if (!isSecret) continue;
    spans.push({
      start: end - value.length,
      end,
      type: isBasic ? 'BASIC_AUTH' : 'BEARER_TOKEN',
    });
    SCHEMES.lastIndex = end;
  }
  return spans;
}

function isToken(value: string): boolean {
  if (value.length < 16 || isPlaceholder(value) || !/\d/.test(value)) return false;
  return looksRandom(value.slice(0, 256), 3);
}

/** Whether a value is Base64 of `user:password`. */
function holdsPassword(value: string): boolean {
  try {
    const [, password] = /^[\x20-\x7e]{0,256}?:([\x20-\x7e]{1,256})$/.exec(atob(value)) ?? [];
    return password !== undefined && !isPlaceholder(password);
  } catch {
    return false;
  }
}
