import { atLeast, type Gate, type Sample } from '../gate.ts';
import { timeCases } from '../method/time-cases.ts';
import { hookable } from '../peers/hookable.ts';
import { interpose, runAsync, runSync, UNLIMITED } from '../subjects/interpose.ts';
import { makeHooks } from '../subjects/make-hooks.ts';

/** Against hookable's `callHook`, which ignores what hooks answer. */
export const gate: Gate = {
  id: 'G9',
  name: 'against hookable, 20 hooks',
  tolerance: 0.03,
  measure,
};

async function measure(): Promise<Sample> {
  const sync = await makeHooks('sync', 20);
  const asynchronous = await makeHooks('async', 20);
  const subject = await interpose(sync);
  const cases = {
    'hookable, sync': hookable(sync, subject.ctx),
    'ours, sync': runSync(subject),
    'hookable, async': hookable(asynchronous, subject.ctx),
    'ours, async': runAsync(await interpose(asynchronous, UNLIMITED)),
  };
  const timings = await timeCases(cases, { baseline: 'hookable, sync' });
  return {
    control: timings.control,
    parts: [
      atLeast('sync, times faster', timings.ratio('hookable, sync', 'ours, sync'), 10),
      atLeast('async, times faster', timings.ratio('hookable, async', 'ours, async'), 3),
    ],
    peers: timings.figures(...Object.keys(cases)),
  };
}
