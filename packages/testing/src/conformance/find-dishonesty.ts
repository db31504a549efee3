import type { Behaviour } from './behaviour.ts';
import { features } from './feature.ts';
import type { Harness, RowReference } from './harness.ts';

/**
 * Returns, as sentences, what a harness says about itself that its own capability table contradicts. The list is empty
 * for an honest harness.
 */
export function findDishonesty(harness: Harness, behaviours: readonly Behaviour[]): string[] {
  const known = new Set(behaviours.map(({ id }) => id));
  const complaints: string[] = [];
  for (const { behaviour, reason, rows } of harness.exceptions) {
    if (!known.has(behaviour)) complaints.push(`exception ${behaviour} names no behaviour`);
    if (reason.trim() === '') complaints.push(`exception ${behaviour} gives no reason`);
    if (rows.length === 0)
      complaints.push(`exception ${behaviour} names no row of the capability table`);
    const proofs = behaviours.find(({ id }) => id === behaviour)?.proves ?? [];
    complaints.push(
      ...rows.flatMap((row) => contradiction(harness, row, proofs, `exception ${behaviour}`)),
    );
  }
  for (const feature of features) {
    const support = harness.supports[feature];
    if (support.kind === 'supported') continue;
    if (support.reason.trim() === '')
      complaints.push(`feature ${feature} is ${support.kind} without a reason`);
    if (support.kind === 'absent') continue;
    if (support.rows.length === 0)
      complaints.push(`feature ${feature} names no row of the capability table`);
    complaints.push(
      ...support.rows.flatMap((row) => contradiction(harness, row, [], `feature ${feature}`)),
    );
  }
  for (const path of [...harness.paths.plain, ...harness.paths.streamed]) {
    if (!harness.capabilities.some((row) => row.path === path))
      complaints.push(`path ${path} has no row`);
  }
  return complaints;
}

/** Returns the contradiction, if any. A row backs an excuse if it is not enforced, or lacks a verb of the behaviour. */
function contradiction(
  { capabilities }: Harness,
  { path, event }: RowReference,
  proofs: Behaviour['proves'],
  who: string,
): string[] {
  const row = capabilities.find((each) => each.path === path && each.event === event);
  if (row === undefined) return [`${who} names the row ${path} ${event}, which does not exist`];
  if (row.status !== 'enforced') return [];
  const proven = proofs.flatMap((proof) =>
    proof.startsWith(`${event}:`) ? [proof.slice(event.length + 1)] : [],
  );
  if (proven.some((verb) => !(row.verbs as readonly string[]).includes(verb))) return [];
  return [`${who} excuses itself with the row ${path} ${event}, which claims to be enforced`];
}
