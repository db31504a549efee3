import type { Span } from '../shared/redaction/redactor/detector.ts';
import { isPlaceholder } from './is-placeholder.ts';

/** `user:password@` after `scheme://`, without slashes, so that it cannot reach into the next URL. */
const USERINFO = /[^\s:@/?#"'`<>\\[\]]{0,128}:([^\s@/"'`<>\\[\]]{3,256})@/y;

/** Finds passwords in URLs and connection strings. Linear: a match ends at the next slash. */
export function findUrlPasswords(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    USERINFO.lastIndex = at + 3;
    const password = USERINFO.exec(text)?.[1];
    if (password === undefined || isPlaceholder(password)) continue;
    const end = USERINFO.lastIndex - 1;
    spans.push({ start: end - password.length, end, type: 'URL_PASSWORD' });
  }
  return spans;
}
