import { atMost, type Gate, type Sample } from '../../gate.ts';
import { bytesPerOperation } from '../../method/bytes-per-operation.ts';
import { timeCases } from '../../method/time-cases.ts';
import { bareLoop } from '../../subjects/bare-loop.ts';
import { interpose, runSync } from '../../subjects/interpose.ts';
import { makeHooks, type BenchHook } from '../../subjects/make-hooks.ts';

/** A deny at the first of many hooks costs one hook, however many follow, and allocates nothing. */
export const gate: Gate = { id: 'G7', name: 'the first of 100 denies', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  // Two hooks that deny: a loop that only ever met one would have it inlined, as no real dispatcher has.
  const [denying, other] = (await makeHooks('deny', 2)) as [BenchHook, BenchHook];
  const rest = await makeHooks('sync', 99);
  const hooks = [denying, ...rest];
  const few = [other, ...rest.slice(0, 4)];
  const subject = await interpose(hooks);
  const cases = {
    'bare loop, 100': bareLoop(hooks, subject.ctx),
    'bare loop, 5': bareLoop(few, subject.ctx),
    'ours, 100': runSync(subject),
    'ours, 5': runSync(await interpose(few)),
  };
  const timings = await timeCases(cases, { baseline: 'bare loop, 100', rounds: 80 });
  return {
    control: timings.control,
    parts: [
      atMost('over bare loop', timings.ratio('ours, 100', 'bare loop, 100'), 1.5),
      atMost('bytes', await bytesPerOperation(cases['ours, 100']), 1, 'B'),
      atMost('100 hooks over 5 hooks', timings.ratio('ours, 100', 'ours, 5'), 1.3),
    ],
    peers: timings.figures(...Object.keys(cases)),
  };
}
