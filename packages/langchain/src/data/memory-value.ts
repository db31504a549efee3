import { isDict } from '../translate/native.ts';

/** Where values of a store keep their text, if in one place. */
const TEXT_KEYS = ['content', 'text', 'memory', 'data', 'value'] as const;

/** What a stored value says: its one text, else all of it as JSON. */
export function contentOfValue(value: unknown): string {
  const key = textKeyOf(value);
  if (key !== undefined && isDict(value)) return String(value[key]);
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A value that says something else, in the shape of the one it replaces. */
export function valueFor(content: string, like: unknown): unknown {
  const key = textKeyOf(like);
  if (key !== undefined && isDict(like)) return { ...like, [key]: content };
  try {
    const parsed: unknown = JSON.parse(content);
    if (isDict(parsed)) return parsed;
  } catch {
    return { content };
  }
  return { content };
}

function textKeyOf(value: unknown): string | undefined {
  if (!isDict(value)) return undefined;
  const keys = Object.keys(value);
  const [key] = keys;
  return keys.length === 1 &&
    TEXT_KEYS.some((each) => each === key) &&
    typeof value[key!] === 'string'
    ? key
    : undefined;
}
