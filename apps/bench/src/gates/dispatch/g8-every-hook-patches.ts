import { atMost, type Gate, type Sample } from '../../gate.ts';
import { bytesPerOperation } from '../../method/bytes-per-operation.ts';
import { timeCases } from '../../method/time-cases.ts';
import { interpose, runSync } from '../../subjects/interpose.ts';
import { makeHooks } from '../../subjects/make-hooks.ts';
import { spreadLoop } from '../../subjects/spread-loop.ts';

const HOOKS = 20;

/** Twenty hooks that all replace the call, against a loop that spreads the next context. */
export const gate: Gate = { id: 'G8', name: 'every hook patches', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  const hooks = await makeHooks('patch', HOOKS);
  const subject = await interpose(hooks);
  const cases = {
    'loop with spread': spreadLoop(hooks, subject.ctx),
    ours: runSync(subject),
  };
  const timings = await timeCases(cases, { baseline: 'loop with spread', rounds: 80 });
  const bytes = (await bytesPerOperation(cases.ours)) / HOOKS;
  const floor = (await bytesPerOperation(cases['loop with spread'])) / HOOKS;
  return {
    control: timings.control,
    parts: [
      atMost('over loop with spread', timings.ratio('ours', 'loop with spread'), 1.2),
      atMost('bytes per patch', bytes, 110, 'B'),
    ],
    peers: [
      ...timings.figures(...Object.keys(cases)),
      { name: 'loop with spread, bytes per patch', value: floor, unit: 'B' },
    ],
  };
}
