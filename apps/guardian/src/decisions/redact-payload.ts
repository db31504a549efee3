import { personalDetector } from '@interpose/policies/redact-personal';
import { secretDetector } from '@interpose/policies/redact-secrets';

/** What finds what must not be stored. */
type Find = (
  text: string,
) => readonly { readonly start: number; readonly end: number; readonly type: string }[];

const secrets = secretDetector();
const personal = personalDetector();
const FINDERS: Readonly<Record<string, Find>> = {
  secrets: (text) => secrets.find(text),
  personal: (text) => personal.find(text),
};
const MOST_CHARACTERS = 65_536;
const NUL = String.raw`\u0000`;
/** Names come again and again; what is longer, or counts, seldom does. */
const MOST_OF_NAME = 40;
const MOST_NAMES = 5000;
const COUNTS = /\d/;

/** Makes a copy of plain data in which `<EMAIL_ADDRESS>` and the like stand for what these detectors find. */
export function redactorOf(kinds: readonly string[]): (value: unknown) => unknown {
  const finders = kinds.flatMap((kind) => FINDERS[kind] ?? []);
  const clean = new Set<string>();
  const inText = (text: string): string => {
    if (clean.has(text)) return text;
    const told = finders.reduce(replaced, text);
    if (told === text && isName(text)) {
      if (clean.size >= MOST_NAMES) clean.clear();
      clean.add(text);
    }
    return told;
  };
  const inValue = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map(inValue);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [inText(key), inNamed(key, inner)]),
    );
  };
  /** A secret may be one by the name before it: `password: hunter2`. */
  const inNamed = (key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return inValue(value);
    const before = `${key}: `;
    const told = inText(before + value);
    return told.startsWith(before) ? told.slice(before.length) : inText(value);
  };
  return finders.length === 0 ? (value) => value : inValue;
}

function isName(text: string): boolean {
  return text.length <= MOST_OF_NAME && !COUNTS.test(text);
}

function replaced(text: string, find: Find): string {
  let result = '';
  let end = 0;
  for (const span of find(text)) {
    if (span.start < end) continue;
    result += `${text.slice(end, span.start)}<${span.type}>`;
    end = span.end;
  }
  return end === 0 ? text : result + text.slice(end);
}

/** JSON for the database, cut where it is long; a line break or NUL never stands in it. */
export function storedText(value: unknown): string {
  try {
    const text = JSON.stringify(value) ?? 'null';
    const kept =
      text.length > MOST_CHARACTERS
        ? JSON.stringify({ cut: text.slice(0, MOST_CHARACTERS) })
        : text;
    return kept.includes(NUL) ? kept.replaceAll(NUL, String.raw`\ufffd`) : kept;
  } catch {
    return JSON.stringify({ cut: 'what JSON cannot hold' });
  }
}
