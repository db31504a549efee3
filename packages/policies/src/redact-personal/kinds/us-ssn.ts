import type { Kind } from './kind.ts';
import { hasLabel } from './labels.ts';

const LABEL = /\bssn|social[ -]security/i;

const LICENCE = /\blicen[cs]e\b[^.\n]{0,24}$/i;

/** Social security numbers of the USA in the issued ranges; without hyphens only after their name. */
export const usSsn: Kind = {
  type: 'US_SSN',
  trigger: 'digit',
  pattern: /(?<!\w|\d[.-])(?!000|666|9)\d{3}([- ]?)(?!00)\d{2}\1(?!0000)\d{4}(?!\w|[.-]\d)/g,
  check: (text, hit) =>
    !hasLabel(text, hit, { before: LICENCE }) &&
    (text[hit.start + 3] === '-' || hasLabel(text, hit, { before: LABEL }))
      ? hit
      : undefined,
};
