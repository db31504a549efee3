import type { Entry } from './ledger.ts';
import { readEntry } from './read-entry.ts';

/** The characters to read in one turn of the event loop; reading one takes at most 1 µs. */
const A_TURN = 8000;

/** Reads unread entries if they need more than one turn, with other work in between; `take` gets each one. */
export function readInTurns(
  entries: readonly Entry[],
  take: (entry: Entry) => void,
): Promise<void> | undefined {
  const unread = entries.filter((entry) => !readEntry(entry).isRead);
  const characters = unread.reduce((sum, { text }) => sum + text.length, 0);
  return characters > A_TURN ? readAll(unread, take) : undefined;
}

async function readAll(entries: readonly Entry[], take: (entry: Entry) => void): Promise<void> {
  let characters = 0;
  for (const entry of entries) {
    characters += entry.text.length;
    if (characters > A_TURN) {
      await othersTurn();
      characters = entry.text.length;
    }
    readEntry(entry).read(entry.from === 'untrusted');
    take(entry);
  }
  await othersTurn();
}

function othersTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
