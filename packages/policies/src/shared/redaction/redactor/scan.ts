import type { Detector, Span } from './detector.ts';
import { findInRun } from '../runs/find-in-run.ts';
import { findSpansAfter } from './find-spans.ts';
import type { Mapper } from '../values/mapper.ts';
import type { Scalar } from '../values/scalar.ts';
import { findTokens } from './token.ts';
import type { Wanted } from './vault.ts';

/** The longest name, and the longest text, for which the name of a property counts. */
const LONGEST = 256;

/** The values found in a value. */
export interface Scan {
  /** The texts and numbers that hold values, with the places of the values. */
  readonly spans: ReadonlyMap<Scalar, readonly Span[]>;
  /** Texts that look like tokens of these types. */
  readonly tokens: readonly string[];
  /** True if the name of a property identified a text under it; the same text elsewhere then counts too. */
  readonly isNamed: boolean;
}

/** A scan to which other scans are added. */
export interface GrowingScan extends Scan {
  readonly spans: Map<Scalar, readonly Span[]>;
  readonly tokens: string[];
  isNamed: boolean;
}

/** A scan without values. */
export const NOTHING_FOUND: Scan = { spans: new Map(), tokens: [], isNamed: false };

/**
 * Joins the scans of several values.
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
 * Adds the scan of another value.
 *
 * @example
 * addScan(found, scanned);
 */
export function addScan(to: GrowingScan, { spans, tokens, isNamed }: Scan): void {
  for (const [scalar, found] of spans) if (!to.spans.has(scalar)) to.spans.set(scalar, found);
  for (const token of tokens) to.tokens.push(token);
  to.isNamed ||= isNamed;
}

/** How to search a value. */
export interface ScanOptions {
  readonly detectors: readonly Detector[];
  readonly types: ReadonlySet<string>;
  /** The text before, if this text is the rest of a longer one. */
  readonly left?: string;
}

/**
 * Searches every readable part of a value.
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
  map(value, (scalar, name, place) => {
    if (place?.at === 0) {
      const joined = findInRun(place, detectors);
      if (joined.length > 0) spans.set(place.text, joined);
    }
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

/** Searches a short text after the name of its property, which can identify it like words before it in a sentence. */
function findNamed(
  name: string | undefined,
  text: string,
  detectors: readonly Detector[],
): readonly Span[] {
  const isShort = name !== undefined && name.length <= LONGEST && text.length <= LONGEST;
  return isShort && text !== '' ? findSpansAfter(`${name}: `, text, detectors) : [];
}

/**
 * Returns the values in a scan.
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

/** Whether the whole number is found: a number is hidden whole or not at all. */
function isWhole(scalar: Scalar, text: string, found: readonly Span[]): boolean {
  return typeof scalar === 'string' || (found[0]!.start === 0 && found[0]!.end === text.length);
}
