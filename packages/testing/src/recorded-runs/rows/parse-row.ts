import { UnreadableRow } from './unreadable-row.ts';

const textOrBareNumber = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/** Parses a row. `isLoose` is true if it has numbers that JSON does not allow, as Python writes them. */
export function parseRow(text: string): { readonly value: unknown; readonly isLoose: boolean } {
  try {
    return { value: JSON.parse(text), isLoose: false };
  } catch (error) {
    const loose = parseLoosely(text);
    if (loose !== undefined) return loose;
    const reason = error instanceof Error ? error.message : String(error);
    // The reason quotes the row, which may hold terminal control characters.
    throw new UnreadableRow(`not JSON: ${reason.replaceAll(/\p{Cc}+/gu, ' ')}`);
  }
}

function parseLoosely(
  text: string,
): { readonly value: unknown; readonly isLoose: true } | undefined {
  if (!/\b(?:NaN|Infinity)\b/.test(text)) return undefined;
  const strict = text.replace(textOrBareNumber, (found) =>
    found.startsWith('"') ? found : 'null',
  );
  try {
    return { value: JSON.parse(strict), isLoose: true };
  } catch {
    return undefined;
  }
}
