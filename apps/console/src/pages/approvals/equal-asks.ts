import type { Approval } from '@interpose/guardian-api';

/** Those that wait for the same as this one: the same tool with the same arguments, for the same agent. */
export function equalAsks(one: Approval, rows: readonly Approval[]): readonly Approval[] {
  const key = keyOf(one);
  return rows.filter((row) => row.id !== one.id && row.state === 'waiting' && keyOf(row) === key);
}

function keyOf({ agent, event, tool, args }: Approval): string {
  return JSON.stringify([agent, event, tool, sorted(args)]);
}

/** Keys in one order, so that two spellings of one value are equal. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
