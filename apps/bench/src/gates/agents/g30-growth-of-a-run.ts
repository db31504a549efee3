import { createHooks, type Hooks } from '@interpose/core';
import { redactPersonal } from '@interpose/policies/redact-personal';
import { stopLoops } from '@interpose/policies/stop-loops';
import { trackTaint } from '@interpose/policies/track-taint';

import { atMost, joinSamples, type Gate, type Part, type Sample } from '../../gate.ts';
import { keep } from '../../method/keep.ts';
import { agentsRun } from '../../sdk/long-runs/agents-run.ts';
import { aiSdkRun } from '../../sdk/long-runs/ai-sdk-run.ts';
import { langchainRun } from '../../sdk/long-runs/langchain-run.ts';
import type { LongRun } from '../../sdk/long-runs/long-run.ts';
import { measureRun, type MeasuredRun } from '../../sdk/long-runs/measure-run.ts';
import { openaiRun } from '../../sdk/long-runs/openai-run.ts';

/** As many steps as each SDK takes alone in a few seconds: their own steps grow too. */
const RUNS: readonly (readonly [LongRun, number])[] = [
  [aiSdkRun, 1200],
  [openaiRun, 400],
  [langchainRun, 400],
  [agentsRun, 240],
];

const CASES: Readonly<Record<string, () => Hooks>> = {
  'an idle hook': idleHook,
  stopLoops: () => createHooks({ policies: [stopLoops({ maxCalls: Infinity })] }),
  redactPersonal: () => createHooks({ policies: [redactPersonal()] }),
  trackTaint: () =>
    createHooks({ policies: [trackTaint({ tools: { weather: { effect: 'none' } } })] }),
};

/** What a bare run keeps is nothing in some SDKs. */
const LEAST_KEPT = 1_000_000;

/** A step of a long run costs what is new in it: with hooks it grows no faster than the SDK's own. */
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
  return joinSamples(samples);
}

async function compare(run: LongRun, steps: number, streamed: boolean): Promise<Sample> {
  const measured = (hooks?: Hooks, count = steps): Promise<MeasuredRun> =>
    measureRun(run, { steps: count, streamed, hooks });
  for (const hooks of [undefined, idleHook()]) await measured(hooks, 80);
  const [bare, again] = [await measured(), await measured()];
  const growth = Math.sqrt(bare.growth * again.growth);
  const where = `${run.sdk}, ${streamed ? 'streamed' : 'plain'}`;
  const parts: Part[] = [];
  for (const [name, hooksOf] of Object.entries(CASES)) {
    const hooked = await measured(hooksOf());
    parts.push(atMost(`${where}: growth with ${name} over bare`, hooked.growth / growth, 1.2));
    const kept = hooked.kept / Math.max(bare.kept, LEAST_KEPT);
    if (streamed) parts.push(atMost(`${where}: heap kept with ${name} over bare`, kept, 1.5));
  }
  return {
    control: bare.growth / again.growth,
    parts,
    peers: [
      { name: `${where}: growth of a bare run`, value: growth, unit: 'x' },
      { name: `${where}: last step of a bare run`, value: bare.last, unit: 'us' },
    ],
  };
}

function idleHook(): Hooks {
  const hooks = createHooks();
  hooks.addHook('preRequest', ({ request }) => {
    keep(request);
  });
  return hooks;
}
