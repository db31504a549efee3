import { afterAll, describe, expect, test } from 'vitest';

import type { Behaviour } from './behaviour.ts';
import { behaviours } from './behaviours.ts';
import { findDishonesty } from './find-dishonesty.ts';
import type { Harness, Mode } from './harness.ts';
import { judgeBehaviour, notShown } from './judge-behaviour.ts';
import { cellOf, type ConformanceResult } from './results.ts';

/**
 * Declares one vitest test for every behaviour and mode that this harness can show, and one skipped test for every
 * reason why it cannot show others. `of` limits the behaviours, for a part of a host.
 *
 * @example
 * // my-sdk/src/conformance.test.ts
 * conformance(harness);
 */
export function conformance(harness: Harness, of: readonly Behaviour[] = behaviours): void {
  describe(`${harness.framework} ${harness.version}, ${harness.name}`, () => {
    afterAll(() => harness.close?.());
    test('the harness excuses itself only with rows that are not enforced', () => {
      expect(findDishonesty(harness, behaviours)).toEqual([]);
    });
    const themes = Map.groupBy(of, (behaviour) => behaviour.theme);
    for (const [theme, members] of themes) declareTheme(harness, theme, members);
    declareNotShown(harness, of);
  });
}

function declareTheme(harness: Harness, theme: string, members: readonly Behaviour[]): void {
  const shown = members.flatMap((behaviour) =>
    behaviour.modes
      .filter((mode) => notShown(behaviour, harness, mode) === undefined)
      .map((mode) => ({ behaviour, mode })),
  );
  if (shown.length === 0) return;
  describe(`${theme}:`, () => {
    for (const { behaviour, mode } of shown) declare(harness, behaviour, mode);
  });
}

function declare(harness: Harness, behaviour: Behaviour, mode: Mode): void {
  const told = tellReporters([{ ...cellOf(behaviour, harness, mode), outcome: 'passed' }]);
  test(`${behaviour.id} ${mode}: ${behaviour.title}`, told, async () => {
    const judged = await judgeBehaviour(behaviour, harness, mode);
    if (judged.kind === 'failed') throw judged.error;
    expect(judged.kind).toBe('passed');
  });
}

function declareNotShown(harness: Harness, of: readonly Behaviour[]): void {
  const byReason = new Map<string, { readonly names: string[]; readonly cells: Cell[] }>();
  for (const behaviour of of) {
    const modes = Map.groupBy(behaviour.modes, (mode) => notShown(behaviour, harness, mode));
    for (const [reason, hidden] of modes) {
      if (reason === undefined) continue;
      const { id } = behaviour;
      const { names, cells } = byReason.get(reason) ?? { names: [], cells: [] };
      names.push(hidden.length === behaviour.modes.length ? id : `${id} ${hidden.join()}`);
      const place = { outcome: 'not-shown', reason } as const;
      cells.push(...hidden.map((mode) => ({ ...cellOf(behaviour, harness, mode), ...place })));
      byReason.set(reason, { names, cells });
    }
  }
  for (const [reason, { names, cells }] of byReason) {
    test(`not shown: ${names.join(', ')} (${reason})`, tellReporters(cells), ({ skip }) => {
      expect(reason.trim()).not.toBe('');
      skip(reason);
    });
  }
}

type Cell = ConformanceResult;

/** Returns the metadata from which a reporter fills the table of adapters: the cells as they are if the test passes. */
function tellReporters(cells: readonly Cell[]): { readonly meta: object } {
  return { meta: { conformance: cells } };
}
