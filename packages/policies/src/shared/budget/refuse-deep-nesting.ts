import { TooComplex } from './too-complex.ts';

/** More than anything that is meant to be read; parsers take longer the deeper a text is nested. */
const DEEPEST = 5000;
const OPENING = 0x5b;
const CLOSING = 0x5d;
/** Of `{` and `}`: 32 after the square ones. */
const CURLY = 0x20;

/**
 * Refuses a text that is nested deeper than a parser of JSON should be asked to go.
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
