import { atMost, type Gate, type Sample } from '../../gate.ts';
import { timeCases } from '../../method/time-cases.ts';
import { awaitLoop } from '../../subjects/await-loop.ts';
import { awaitThenables } from '../../subjects/await-thenables.ts';
import { interpose, runAsync, UNLIMITED } from '../../subjects/interpose.ts';
import { makeHooks } from '../../subjects/make-hooks.ts';

/** Twenty hooks, four of them asynchronous: only those four are waited for. */
export const gate: Gate = { id: 'G6', name: '20 hooks, 4 async', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  const hooks = await makeHooks('mixed', 20);
  const subject = await interpose(hooks, UNLIMITED);
  const cases = {
    'await only thenables': awaitThenables(hooks, subject.ctx),
    'await everything': awaitLoop(hooks, subject.ctx),
    ours: runAsync(subject),
  };
  const timings = await timeCases(cases, { baseline: 'await only thenables', rounds: 80 });
  return {
    control: timings.control,
    parts: [
      atMost('over awaiting only thenables', timings.ratio('ours', 'await only thenables'), 1.35),
      atMost('over awaiting everything', timings.ratio('ours', 'await everything'), 0.5),
    ],
    peers: timings.figures(...Object.keys(cases)),
  };
}
