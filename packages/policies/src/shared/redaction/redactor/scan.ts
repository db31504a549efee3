import type { Detector, Span } from './detector.ts';
import { findSpansAfter } from './find-spans.ts';
import type { Mapper } from '../values/mapper.ts';
import type { Scalar } from '../values/scalar.ts';
import { findTokens } from './token.ts';
import type { Wanted } from './vault.ts';

/** Of a name and of what it tells something about. */
const LONGEST = 256;

/** What was found in a value. */
export interface Scan {
  /** Every text and number in which something was found. */
  readonly spans: ReadonlyMap<Scalar, readonly Span[]>;
  /** What looks like a token of these types. */
  readonly tokens: readonly string[];
  /** True where the name of a property told what a text under it is: the same text elsewhere is the same thing. */
  readonly isNamed: boolean;
}

/** A scan to which others are added. */
export interface GrowingScan extends Scan {
  readonly spans: Map<Scalar, readonly Span[]>;
  readonly tokens: string[];
  isNamed: boolean;
}

/** Nothing at all. */
export const NOTHING_FOUND: Scan = { spans: new Map(), tokens: [], isNamed: false };

/**
 * What was found in several values, as in one.
 *
 * @example
 * joinScans([NOTHING_FOUND, scanned]).tokens; // those of the second
 */
export function joinScans(scans: readonly Scan[]): GrowingScan {
  const joined: GrowingScan = { spans: new Map(), tokens: [], isNamed: false };
  for (const one of scans) addScan(joined, one);
  return joined;
}

/**
 * Adds what was found in another value.
 *
 * @example
 * addScan(found, scanned);
 */
export function addScan(to: GrowingScan, { spans, tokens, isNamed }: Scan): void {
  for (const [scalar, found] of spans) if (!to.spans.has(scalar)) to.spans.set(scalar, found);
  for (const token of tokens) to.tokens.push(token);
  to.isNamed ||= isNamed;
}

/** How a value is searched. */
export interface ScanOptions {
  readonly detectors: readonly Detector[];
  readonly types: ReadonlySet<string>;
  /** What stands before the text, where the text is the rest of one. */
  readonly left?: string;
}

/**
 * Searches everything that can be read in a value.
 *
 * @example
 * scan('call 358 0594', mapScalars, { detectors: [phones], types: new Set(['PHONE_NUMBER']) }).spans.size; // 1
 */
export function scan<T>(
  value: T,
  map: Mapper<T>,
  { detectors, types, left = '' }: ScanOptions,
): Scan {
  const spans = new Map<Scalar, readonly Span[]>();
  const tokens: string[] = [];
  let isNamed = false;
  map(value, (scalar, name) => {
    if (spans.has(scalar)) return scalar;
    const text = String(scalar);
    const alone = findSpansAfter(left, text, detectors);
    const found = alone.length > 0 ? alone : findNamed(name, text, detectors);
    if (found.length > 0 && isWhole(scalar, text, found)) {
      spans.set(scalar, found);
      isNamed ||= found !== alone;
    }
    for (const { token, type } of findTokens(text)) if (types.has(type)) tokens.push(token);
    return scalar;
  });
  return { spans, tokens, isNamed };
}

/** The name of a property tells what a short text under it is, as words before it do in a sentence. */
function findNamed(
  name: string | undefined,
  text: string,
  detectors: readonly Detector[],
): readonly Span[] {
  const isShort = name !== undefined && name.length <= LONGEST && text.length <= LONGEST;
  return isShort && text !== '' ? findSpansAfter(`${name}: `, text, detectors) : [];
}

/**
 * The values found in a scan.
 *
 * @example
 * wantedOf(scanned); // [{ type: 'PHONE_NUMBER', value: '358 0594' }]
 */
export function wantedOf({ spans }: Scan): readonly Wanted[] {
  return [...spans].flatMap(([scalar, found]) =>
    found.map(({ type, start, end }) => ({
      type,
      value: typeof scalar === 'number' ? scalar : scalar.slice(start, end),
    })),
  );
}

/** A number is hidden whole or not at all: half of one is no number. */
function isWhole(scalar: Scalar, text: string, found: readonly Span[]): boolean {
  return typeof scalar === 'string' || (found[0]!.start === 0 && found[0]!.end === text.length);
}
