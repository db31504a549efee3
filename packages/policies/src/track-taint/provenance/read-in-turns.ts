import type { Entry } from './ledger.ts';
import { readEntry } from './read-entry.ts';

/** Characters that are read at once; reading one takes 1 µs at most. */
const A_TURN = 8000;

/** Reads what was not read yet where that is more than one turn's work; others have their turn in between, and each is taken when it was read. */
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
