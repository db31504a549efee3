import { TooComplex } from './too-complex.ts';

/** Deeper than any text meant to be read. Parsers take longer the deeper a text is nested. */
const DEEPEST = 5000;
const OPENING = 0x5b;
const CLOSING = 0x5d;
/** The distance from square to curly brackets in ASCII. */
const CURLY = 0x20;

/**
 * Refuses a text that is nested too deeply for a JSON parser.
 *
 * @throws TooComplex
 */
export function refuseDeepNesting(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === OPENING || unit === OPENING + CURLY) depth += 1;
    else if (unit === CLOSING || unit === CLOSING + CURLY) depth -= 1;
    if (depth > DEEPEST) throw new TooComplex();
  }
}
