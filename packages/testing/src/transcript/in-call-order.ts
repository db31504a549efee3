import type { TranscriptEvent } from './transcript-entry.ts';

/**
 * Sorts the events of parallel calls in the order in which the model asked for them, since frameworks finish the calls
 * of one batch in any order.
 */
export function inCallOrder(events: readonly TranscriptEvent[]): TranscriptEvent[] {
  const ordered: TranscriptEvent[] = [];
  let batch: TranscriptEvent[] = [];
  const close = (): void => {
    ordered.push(...batch.toSorted((left, right) => numberOf(left) - numberOf(right)));
    batch = [];
  };
  for (const event of events) {
    if (callOf(event) === undefined) close();
    if (callOf(event) === undefined) ordered.push(event);
    else batch.push(event);
  }
  close();
  return ordered;
}

/** Returns the number of a call's name: names are in order of first use, which is the response with the calls. */
function numberOf(event: TranscriptEvent): number {
  return Number(callOf(event)?.slice('call'.length));
}

/** Returns the call of a tool event, or of the history note about its result. */
function callOf({ call, event, detail }: TranscriptEvent): string | undefined {
  if (call !== undefined) return call;
  const [result] =
    event === 'onMessage'
      ? ((detail['results'] ?? []) as readonly { readonly call?: string }[])
      : [];
  return result?.call;
}
