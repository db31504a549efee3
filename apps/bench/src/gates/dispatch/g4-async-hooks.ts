import { atMost, type Gate, type Sample } from '../../gate.ts';
import { bytesPerOperation } from '../../method/bytes-per-operation.ts';
import { timeCases } from '../../method/time-cases.ts';
import { awaitLoop } from '../../subjects/await-loop.ts';
import { interpose, runAsync, UNLIMITED } from '../../subjects/interpose.ts';
import { makeHooks } from '../../subjects/make-hooks.ts';

/** Twenty asynchronous hooks cost what awaiting them in a loop costs, with and without a time limit. */
export const gate: Gate = { id: 'G4', name: '20 async hooks', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  const hooks = await makeHooks('async', 20);
  const subject = await interpose(hooks, UNLIMITED);
  const cases = {
    'await loop': awaitLoop(hooks, subject.ctx),
    ours: runAsync(subject),
    'ours, each with a deadline': runAsync(await interpose(hooks)),
  };
  const timings = await timeCases(cases, { baseline: 'await loop', rounds: 80 });
  const bytes = await bytesPerOperation(cases.ours, 400);
  const floor = await bytesPerOperation(cases['await loop'], 400);
  const limited = timings.ratio('ours, each with a deadline', 'await loop');
  return {
    control: timings.control,
    parts: [
      atMost('over await loop', timings.ratio('ours', 'await loop'), 1.25),
      atMost('bytes over await loop', bytes / floor, 1.05),
      atMost('with a deadline per hook', limited, 1.5),
    ],
    peers: [
      ...timings.figures(...Object.keys(cases)),
      { name: 'await loop, bytes', value: floor, unit: 'B' },
    ],
  };
}
