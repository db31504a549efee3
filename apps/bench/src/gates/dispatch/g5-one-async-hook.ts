import { atMost, type Gate, type Sample } from '../../gate.ts';
import { timeCases } from '../../method/time-cases.ts';
import { awaitLoop } from '../../subjects/await-loop.ts';
import { interpose, runAsync, UNLIMITED } from '../../subjects/interpose.ts';
import { makeHooks } from '../../subjects/make-hooks.ts';

/** One asynchronous hook, the commonest registry there is. */
export const gate: Gate = { id: 'G5', name: 'one async hook', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  const hooks = await makeHooks('async', 1);
  const subject = await interpose(hooks, UNLIMITED);
  const cases = {
    'await loop': awaitLoop(hooks, subject.ctx),
    ours: runAsync(subject),
    'ours with a deadline': runAsync(await interpose(hooks)),
  };
  const timings = await timeCases(cases, { baseline: 'await loop', rounds: 80 });
  return {
    control: timings.control,
    parts: [
      atMost('over await loop', timings.ratio('ours', 'await loop'), 1.1),
      atMost('with a deadline', timings.ratio('ours with a deadline', 'await loop'), 2),
    ],
    peers: timings.figures(...Object.keys(cases)),
  };
}
