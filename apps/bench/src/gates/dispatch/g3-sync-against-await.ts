import { atLeast, type Gate, type Sample } from '../../gate.ts';
import { timeCases } from '../../method/time-cases.ts';
import { awaitLoop } from '../../subjects/await-loop.ts';
import { interpose, runAsync } from '../../subjects/interpose.ts';
import { makeHooks } from '../../subjects/make-hooks.ts';

/** Twenty synchronous hooks, against the usual dispatcher that awaits each. */
export const gate: Gate = {
  id: 'G3',
  name: '20 sync hooks against awaiting each',
  tolerance: 0.03,
  measure,
};

async function measure(): Promise<Sample> {
  const hooks = await makeHooks('sync', 20);
  const subject = await interpose(hooks);
  const cases = {
    'await each': awaitLoop(hooks, subject.ctx),
    ours: runAsync(subject),
  };
  const timings = await timeCases(cases, { baseline: 'await each', rounds: 80 });
  return {
    control: timings.control,
    parts: [atLeast('faster than await each', timings.ratio('await each', 'ours'), 6)],
    peers: timings.figures(...Object.keys(cases)),
  };
}
