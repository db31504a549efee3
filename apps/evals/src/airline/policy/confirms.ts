const yes =
  /\b(?:yes|yeah|yep|yup|sure|ok|okay|confirm|confirmed|proceed|go ahead|correct|agree|agreed|sounds good|looks good|do it|please do(?!\s+n(?:o|['’]))|absolutely|definitely|of course)\b/gi;
const denial = /\b(?:not|never|cannot|before (?:i|we|you))\s*$|n['’]t\s*$/i;

/**
 * True when a customer's words hold a yes that is not negated. A yes in other words is missed; the agent then asks again.
 *
 * @example
 * confirms('Yes, please proceed.'); // => true
 * confirms("Don't proceed yet."); // => false
 */
export function confirms(words: string): boolean {
  return [...words.matchAll(yes)].some(({ index }) => !denial.test(words.slice(0, index)));
}
