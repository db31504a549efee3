import type { Breach } from './ledger.ts';

const events = ['unhandledRejection', 'uncaughtException'] as const;

/** Collects unhandled failures, in place of the existing listeners, until `end` is called. */
export function collectUnhandled(): { readonly end: () => Promise<readonly Breach[]> } {
  const found: Breach[] = [];
  const note = (error: unknown): void => {
    found.push({ invariant: 'unhandled', found: String(error) });
  };
  const others = events.map((event) => process.rawListeners(event) as NodeJS.ExitListener[]);
  for (const event of events) process.removeAllListeners(event).on(event as 'exit', note);
  let ended = false;
  return {
    end: async () => {
      if (ended) return found;
      ended = true;
      // A rejection counts as unhandled only after the microtasks of its turn.
      await new Promise((resolve) => setImmediate(resolve));
      for (const [index, event] of events.entries()) {
        process.removeAllListeners(event);
        for (const other of others[index] ?? []) process.on(event as 'exit', other);
      }
      return found;
    },
  };
}
