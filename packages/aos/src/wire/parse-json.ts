import { hasRepeatedKey } from './has-repeated-key.ts';
import { mendJson } from './mend-json.ts';
import type { Repair } from './repair.ts';
import { FAULT_CODES, WireFault } from './wire-fault.ts';

/** The value of a text, and the repairs that were needed. */
export interface Parsed {
  readonly value: unknown;
  readonly repairs: readonly Repair[];
}

/**
 * Reads JSON with limited nesting. If allowed, line breaks inside strings and trailing commas are repaired.
 *
 * @throws WireFault -32700 for what is no JSON, -32600 for what is nested too deeply or has a key twice in one object.
 */
export function parseJson(text: string, repair: boolean, maxDepth: number): Parsed {
  if (opensMoreThan(text, maxDepth) && depthOf(text) > maxDepth)
    throw new WireFault(FAULT_CODES.request, NESTED_TOO_DEEPLY);
  const parsed = tryParse(text);
  if (parsed !== undefined) return { value: unambiguous(parsed.value, text), repairs: [] };
  const mended = repair ? mendJson(text) : { text, repairs: [] };
  const reparsed = mended.repairs.length === 0 ? undefined : tryParse(mended.text);
  if (reparsed === undefined) throw new WireFault(FAULT_CODES.parse, 'this is not JSON');
  return { value: unambiguous(reparsed.value, mended.text), repairs: mended.repairs };
}

/** The message of this fault, which marks it as one of size. */
export const NESTED_TOO_DEEPLY = 'nested more deeply than allowed';

function unambiguous(value: unknown, text: string): unknown {
  if (!hasRepeatedKey(text)) return value;
  throw new WireFault(FAULT_CODES.request, 'an object has a key twice; send each key once');
}

function tryParse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Whether a text opens more brackets than this; else it cannot be nested deeper. Most texts pass this cheap test. */
function opensMoreThan(text: string, most: number): boolean {
  let left = most;
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (left-- === 0) return true;
  return false;
}

/** Counts the nesting before parsing, since a parser may not survive a text that is too deep. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth--;
  }
  return deepest;
}
