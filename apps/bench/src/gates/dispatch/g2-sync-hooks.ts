import { atMost, type Gate, type Part, type Sample } from '../../gate.ts';
import { bytesPerOperation } from '../../method/bytes-per-operation.ts';
import { timeCases, type Batch } from '../../method/time-cases.ts';
import { bareLoop } from '../../subjects/bare-loop.ts';
import { interpose, runSync } from '../../subjects/interpose.ts';
import { makeHooks } from '../../subjects/make-hooks.ts';

const LIMITS = { 1: 1.5, 20: 1.25, 100: 1.25 } as const;
const COUNTS = [1, 20, 100] as const;

/** Synchronous hooks cost what calling them in a loop costs, and allocate nothing. */
export const gate: Gate = { id: 'G2', name: 'sync hooks, held handle', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  const cases: Record<string, Batch> = {};
  for (const count of COUNTS) {
    const hooks = await makeHooks('sync', count);
    const subject = await interpose(hooks);
    cases[`bare loop, ${count}`] = bareLoop(hooks, subject.ctx);
    cases[`ours, ${count}`] = runSync(subject);
  }
  const timings = await timeCases(cases, { baseline: 'bare loop, 20', rounds: 80 });
  const parts: Part[] = [];
  for (const count of COUNTS) {
    const ratio = timings.ratio(`ours, ${count}`, `bare loop, ${count}`);
    const bytes = await bytesPerOperation(cases[`ours, ${count}`] as Batch);
    parts.push(atMost(`${count} over bare loop`, ratio, LIMITS[count]));
    parts.push(atMost(`${count}, bytes`, bytes, 1, 'B'));
  }
  return { control: timings.control, parts, peers: timings.figures(...Object.keys(cases)) };
}
