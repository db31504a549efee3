import { atLeast, type Gate, type Sample } from '../gate.ts';
import { timeCases } from '../method/time-cases.ts';
import { hookableCore } from '../peers/hookable-core.ts';
import { interpose, runAsync, runSync, UNLIMITED } from '../subjects/interpose.ts';
import { makeHooks } from '../subjects/make-hooks.ts';

/** Against hookable's small class, which awaits only promises and ignores what hooks answer. */
export const gate: Gate = {
  id: 'G10',
  name: 'against HookableCore, 20 hooks',
  tolerance: 0.03,
  measure,
};

async function measure(): Promise<Sample> {
  const sync = await makeHooks('sync', 20);
  const asynchronous = await makeHooks('async', 20);
  const subject = await interpose(sync);
  const cases = {
    'HookableCore, sync': hookableCore(sync, subject.ctx),
    'ours, sync': runSync(subject),
    'HookableCore, async': hookableCore(asynchronous, subject.ctx),
    'ours, async': runAsync(await interpose(asynchronous, UNLIMITED)),
  };
  const timings = await timeCases(cases, { baseline: 'HookableCore, sync' });
  return {
    control: timings.control,
    parts: [
      atLeast('sync, times faster', timings.ratio('HookableCore, sync', 'ours, sync'), 2),
      atLeast('async, times faster', timings.ratio('HookableCore, async', 'ours, async'), 1.3),
    ],
    peers: timings.figures(...Object.keys(cases)),
  };
}
