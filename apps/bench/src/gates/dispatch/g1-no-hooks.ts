import { atMost, type Gate, type Sample } from '../../gate.ts';
import { bytesPerOperation } from '../../method/bytes-per-operation.ts';
import { keep } from '../../method/keep.ts';
import { isThenable } from '../../method/is-thenable.ts';
import { timeCases, type Batch } from '../../method/time-cases.ts';
import { emittery } from '../../peers/emittery.ts';
import { hookable } from '../../peers/hookable.ts';
import { koaCompose } from '../../peers/koa-compose.ts';
import { tapableAsync } from '../../peers/tapable-async.ts';
import { awaitOne } from '../../subjects/await-one.ts';
import { interpose, runSync, type Subject } from '../../subjects/interpose.ts';

/** An event nobody listens to, dispatched by name, costs a fraction of one `await`. */
export const gate: Gate = { id: 'G1', name: 'no hooks, by event name', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  const subject = await interpose([]);
  const { ctx } = subject;
  const cases = {
    'one await': awaitOne(ctx),
    'by name': runByName(subject),
    'held handle': runSync(subject),
    hookable: hookable([], ctx),
    emittery: emittery([], ctx),
    'tapable async waterfall': tapableAsync([], ctx),
    'koa-compose': koaCompose([], ctx),
  };
  const timings = await timeCases(cases, { baseline: 'one await' });
  return {
    control: timings.control,
    parts: [
      atMost('by name over one await', timings.ratio('by name', 'one await'), 0.3),
      atMost('by name, bytes', await bytesPerOperation(cases['by name']), 1, 'B'),
      atMost('held handle, bytes', await bytesPerOperation(cases['held handle']), 1, 'B'),
      atMost('promises made, contexts changed', changes(subject), 0, 'count'),
    ],
    peers: timings.figures(...Object.keys(cases)),
  };
}

function runByName({ chat, ctx }: Subject): Batch {
  const payload = { call: ctx.call, tool: ctx.tool };
  return (count) => {
    for (let i = 0; i < count; i += 1) keep(chat.dispatch('preToolCall', payload));
  };
}

/** How many of the two ways in give something other than the untouched context, at once. */
function changes({ chat, slot, ctx }: Subject): number {
  const ruling = slot.run(ctx as never) as unknown;
  const verdict = chat.dispatch('preToolCall', { call: ctx.call, tool: ctx.tool });
  const allowed = !isThenable(verdict) && verdict.decision === 'allow';
  return (ruling === ctx ? 0 : 1) + (allowed ? 0 : 1);
}
