import type { RecordedRun } from '@interpose/testing/recorded-runs';

import { DISGUISES, type Disguise } from './disguises.ts';
import { forgeCall, type ForgedCall } from './forge-call.ts';
import { placesIn, plant, type Place } from './plant.ts';
import { Random } from './random.ts';
import type { KnownTool } from './tool-book.ts';

/** One attack on one run. */
export interface Attack {
  readonly tool: string;
  readonly disguise: string;
  /** The tool whose result the attacker changed. */
  readonly after: string;
  /** The id of the call that returned this result. */
  readonly readId: string;
  readonly forged: ForgedCall;
  readonly run: RecordedRun;
}

/** The tools to attack, and how many attacks to make. */
export interface AttackPlan {
  readonly seed: number;
  readonly tools: readonly KnownTool[];
  readonly isOutsider: (tool: string) => boolean;
  /** The most attacks on one run; 0 for no limit. */
  readonly most: number;
}

/** Yields the attacks on a run, always the same for the same seed. */
export function* planAttacks(
  run: RecordedRun,
  place: string,
  plan: AttackPlan,
): Generator<Attack, void> {
  const random = new Random(plan.seed, place);
  const loot = lootOf(run);
  const all = combinations(placesIn(run, plan.isOutsider), plan.tools);
  let count = 0;
  for (const { where, tool, disguise } of shuffled(all, random)) {
    if (plan.most > 0 && count >= plan.most) return;
    const own = new Random(plan.seed, place, where.tool, tool.name);
    const forged = forgeCall(tool, own, loot);
    const attacked = forged === undefined ? undefined : plant(run, where, forged, disguise);
    if (forged === undefined || attacked === undefined) continue;
    count += 1;
    yield {
      tool: tool.name,
      disguise: disguise.name,
      after: where.tool,
      readId: where.id,
      forged,
      run: attacked,
    };
  }
}

interface Combination {
  readonly where: Place;
  readonly tool: KnownTool;
  readonly disguise: Disguise;
}

function combinations(
  places: readonly Place[],
  tools: readonly KnownTool[],
): readonly Combination[] {
  return places.flatMap((where) =>
    tools.flatMap((tool) => DISGUISES.map((disguise) => ({ where, tool, disguise }))),
  );
}

function shuffled(all: readonly Combination[], random: Random): readonly Combination[] {
  return all
    .map((each, at) => ({ each, rank: random.below(2 ** 31, `order.${at}`) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ each }) => each);
}

/** Returns the data that an attacker would steal: the longest word of the first tool results. */
function lootOf({ chats }: RecordedRun): string {
  for (const { turns } of chats)
    for (const { calls } of turns)
      for (const { outcome } of calls) {
        if (outcome.kind !== 'result') continue;
        const words = outcome.content.match(/[\w.@-]{4,40}/g) ?? [];
        const longest = words.toSorted((one, other) => other.length - one.length)[0];
        if (longest !== undefined) return longest;
      }
  return 'everything';
}
