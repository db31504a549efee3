/**
 * Whether a value stands in a text by itself, not inside a longer word, address or path. Both come from `normalText`.
 *
 * @example
 * standsIn('bob@example.com', 'write to bob@example.com.'); // => true
 * standsIn('bob@example.com', 'write to jim.bob@example.com'); // => false
 */
export function standsIn(value: string, text: string): boolean {
  if (value === '') return true;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
    if (endsBefore(text, at) && beginsAfter(text, at + value.length)) return true;
  return false;
}

const JOINED = /[\p{L}\p{N}_@./+-]/u;

function endsBefore(text: string, at: number): boolean {
  return at === 0 || !JOINED.test(text[at - 1]!);
}

/** Whether the value ends here; a dot at the end of a sentence does not continue it. */
function beginsAfter(text: string, at: number): boolean {
  const next = text[at];
  if (next === undefined) return true;
  if (next === '.') return !/[\p{L}\p{N}]/u.test(text[at + 1] ?? '');
  return !JOINED.test(next);
}
