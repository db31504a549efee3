const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Whether an object in this JSON text has a key twice. Readers differ in which value counts, so one value could be
 * checked and the other one used. The text must be JSON.
 */
export function hasRepeatedKey(text: string): boolean {
  const open: Set<string>[] = [];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === OPEN_OBJECT) open.push(new Set());
    else if (code === CLOSE_OBJECT) open.pop();
    else if (code === QUOTE) {
      const end = endOfString(text, index);
      if (nextAfter(text, end) === COLON && isSeen(open.at(-1), text.slice(index, end)))
        return true;
      index = end - 1;
    }
  }
  return false;
}

/** Returns the index after the closing quote. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (text.charCodeAt(index) !== QUOTE) index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  return index + 1;
}

/** Returns the next character that is no white space: a colon after a string makes the string a key. */
function nextAfter(text: string, start: number): number {
  let index = start;
  while (text.charCodeAt(index) <= 32) index++;
  return text.charCodeAt(index);
}

/** Whether the key was seen before. A key has several spellings: "a" and "\u0061" are the same. */
function isSeen(keys: Set<string> | undefined, quoted: string): boolean {
  const key = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  if (keys === undefined || keys.has(key)) return true;
  keys.add(key);
  return false;
}
