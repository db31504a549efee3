import { afterAll, describe, expect, test } from 'vitest';

import type { Behaviour } from './behaviour.ts';
import { behaviours } from './behaviours.ts';
import { findDishonesty } from './find-dishonesty.ts';
import type { Harness, Mode } from './harness.ts';
import { judgeBehaviour, notShown } from './judge-behaviour.ts';

/**
 * Declares one vitest test for every behaviour and mode that this harness can show,
 * and one skipped test for every reason why it cannot show others.
 *
 * @example
 * // my-sdk/src/conformance.test.ts
 * conformance(harness);
 */
export function conformance(harness: Harness): void {
  describe(`${harness.framework} ${harness.version}, ${harness.name}`, () => {
    afterAll(() => harness.close?.());
    test('the harness excuses itself only with rows that are not enforced', () => {
      expect(findDishonesty(harness, behaviours)).toEqual([]);
    });
    const themes = Map.groupBy(behaviours, (behaviour) => behaviour.theme);
    for (const [theme, members] of themes) declareTheme(harness, theme, members);
    declareNotShown(harness);
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
  test(`${behaviour.id} ${mode}: ${behaviour.title}`, async () => {
    const judged = await judgeBehaviour(behaviour, harness, mode);
    if (judged.kind === 'failed') throw judged.error;
    expect(judged.kind).toBe('passed');
  });
}

function declareNotShown(harness: Harness): void {
  const byReason = new Map<string, string[]>();
  for (const behaviour of behaviours) {
    const modes = Map.groupBy(behaviour.modes, (mode) => notShown(behaviour, harness, mode));
    for (const [reason, hidden] of modes) {
      if (reason === undefined) continue;
      const which =
        hidden.length === behaviour.modes.length
          ? behaviour.id
          : `${behaviour.id} ${hidden.join()}`;
      byReason.set(reason, [...(byReason.get(reason) ?? []), which]);
    }
  }
  for (const [reason, which] of byReason) {
    test(`not shown: ${which.join(', ')} (${reason})`, ({ skip }) => {
      expect(reason.trim()).not.toBe('');
      skip(reason);
    });
  }
}
