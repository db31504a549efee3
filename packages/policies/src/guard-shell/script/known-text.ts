import type { Word, WordPart } from 'unbash';

/** Returns the text of a word without quotes; undefined when an expansion or a glob decides it at run time. */
export function knownText(word: Word): string | undefined {
  const parts = word.parts ?? [];
  return parts.every(isKnown) ? word.value : undefined;
}

function isKnown(part: WordPart): boolean {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return true;
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.every(isKnown);
    default:
      return false;
  }
}
