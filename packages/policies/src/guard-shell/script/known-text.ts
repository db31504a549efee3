import type { Word, WordPart } from 'unbash';

/** The text of a word after quotes are removed; undefined where an expansion or a glob decides it at run time. */
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
