import { createHooks, type Hooks } from '@interpose/core';
import { redactPersonal } from '@interpose/policies/redact-personal';
import { stopLoops } from '@interpose/policies/stop-loops';
import { trackTaint } from '@interpose/policies/track-taint';

import { atMost, joinSamples, type Gate, type Part, type Sample } from '../../gate.ts';
import { keep } from '../../method/keep.ts';
import { median } from '../../method/median.ts';
import { agentsRun } from '../../sdk/long-runs/agents-run.ts';
import { aiSdkRun } from '../../sdk/long-runs/ai-sdk-run.ts';
import { langchainRun } from '../../sdk/long-runs/langchain-run.ts';
import type { LongRun } from '../../sdk/long-runs/long-run.ts';
import { measureRun, type MeasuredRun } from '../../sdk/long-runs/measure-run.ts';
import { openaiRun } from '../../sdk/long-runs/openai-run.ts';

/** As many steps as each SDK takes alone in a second or two, since their own steps grow too; the early ones are those at an eighth. */
const RUNS: readonly (readonly [LongRun, number])[] = [
  [aiSdkRun, 640],
  [openaiRun, 256],
  [langchainRun, 256],
  [agentsRun, 160],
];

const CASES: Readonly<Record<string, () => Hooks>> = {
  'an idle hook': idleHook,
  stopLoops: () => createHooks({ policies: [stopLoops({ maxCalls: Infinity })] }),
  redactPersonal: () => createHooks({ policies: [redactPersonal()] }),
  trackTaint: () =>
    createHooks({ policies: [trackTaint({ tools: { weather: { effect: 'none' } } })] }),
};

const ROUNDS = 5;

/** What a bare run keeps is nothing in some SDKs. */
const LEAST_KEPT = 1_000_000;

/** A step of a long run costs what is new in it: with hooks neither its time nor what it allocates grows faster than the SDK's own. */
export const gate: Gate = {
  id: 'G30',
  name: 'growth of a long run',
  tolerance: 0.15,
  processes: 1,
  measure,
};

async function measure(): Promise<Sample> {
  const samples: Sample[] = [];
  for (const [run, steps] of RUNS)
    for (const streamed of [false, true]) samples.push(await compare(run, steps, streamed));
  // Of eight controls one is always off; their median tells whether the machine was quiet enough.
  return { ...joinSamples(samples), control: median(samples.map(({ control = 1 }) => control)) };
}

/** Runs without hooks stand between those with hooks, so that what slows the machine for a while slows both. */
async function compare(run: LongRun, steps: number, streamed: boolean): Promise<Sample> {
  const measured = (hooks?: Hooks, count = steps): Promise<MeasuredRun> =>
    measureRun(run, { steps: count, streamed, hooks });
  for (const hooks of [undefined, idleHook()]) await measured(hooks, 80);
  const bare: MeasuredRun[] = [];
  const hooked = new Map<string, MeasuredRun[]>(Object.keys(CASES).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await measured());
    for (const [name, hooksOf] of Object.entries(CASES))
      hooked.get(name)!.push(await measured(hooksOf()));
  }
  const { growth, allocation, kept } = middle(bare);
  const bareKept = Math.max(LEAST_KEPT, kept);
  const where = `${run.sdk}, ${streamed ? 'streamed' : 'plain'}`;
  const parts = [...hooked].flatMap(([name, runs]): Part[] => {
    const each = middle(runs);
    const grown = [
      atMost(`${where}: growth with ${name} over bare`, each.growth / growth, 1.2),
      atMost(
        `${where}: growth of bytes allocated with ${name} over bare`,
        each.allocation / allocation,
        1.2,
      ),
    ];
    const heap = atMost(`${where}: heap kept with ${name} over bare`, each.kept / bareKept, 1.5);
    return streamed ? [...grown, heap] : grown;
  });
  return {
    // Of what is counted: processor time of a machine that is shared goes up and down by a third, bytes do not.
    control: (bare[0]!.allocation * bare.at(-1)!.allocation) ** 0.5 / bare[1]!.allocation,
    parts,
    peers: [
      { name: `${where}: growth of a bare run`, value: growth, unit: 'x' },
      { name: `${where}: growth of bytes allocated by a bare run`, value: allocation, unit: 'x' },
      { name: `${where}: last step of a bare run`, value: bare[0]!.last, unit: 'us' },
    ],
  };
}

/** A collection in one place of one run doubles its growth: the median of several runs does not move. */
function middle(runs: readonly MeasuredRun[]): MeasuredRun {
  const of = (key: keyof MeasuredRun): number => median(runs.map((run) => run[key]));
  return {
    growth: of('growth'),
    allocation: of('allocation'),
    last: of('last'),
    kept: of('kept'),
  };
}

function idleHook(): Hooks {
  const hooks = createHooks();
  hooks.addHook('preRequest', ({ request }) => {
    keep(request);
  });
  return hooks;
}
