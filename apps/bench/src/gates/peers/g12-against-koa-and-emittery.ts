import { atLeast, type Gate, type Sample } from '../../gate.ts';
import { timeCases } from '../../method/time-cases.ts';
import { emittery } from '../../peers/emittery.ts';
import { koaCompose } from '../../peers/koa-compose.ts';
import { interpose, runAsync, UNLIMITED } from '../../subjects/interpose.ts';
import { makeHooks } from '../../subjects/make-hooks.ts';

/** Against an onion and an emitter, both asynchronous throughout. */
export const gate: Gate = {
  id: 'G12',
  name: 'against koa-compose and emittery, 20 async hooks',
  tolerance: 0.03,
  measure,
};

async function measure(): Promise<Sample> {
  const hooks = await makeHooks('async', 20);
  const subject = await interpose(hooks, UNLIMITED);
  const cases = {
    'koa-compose': koaCompose(hooks, subject.ctx),
    emittery: emittery(hooks, subject.ctx),
    ours: runAsync(subject),
  };
  const timings = await timeCases(cases, { baseline: 'koa-compose', rounds: 80 });
  return {
    control: timings.control,
    parts: [
      atLeast('faster than koa-compose', timings.ratio('koa-compose', 'ours'), 1.5),
      atLeast('faster than emittery', timings.ratio('emittery', 'ours'), 1.5),
    ],
    peers: timings.figures(...Object.keys(cases)),
  };
}
