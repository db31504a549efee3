import { atLeast, type Sample } from '../gate.ts';
import { timeCases, type Batch } from '../method/time-cases.ts';
import { interpose, runAsync, runSync, UNLIMITED } from '../subjects/interpose.ts';
import { makeHooks, type BenchContext, type BenchHook } from '../subjects/make-hooks.ts';

/** A dispatcher that calls hooks and ignores what they answer, and how many times faster ours has to be. */
export interface Opponent {
  readonly name: string;
  readonly dispatch: (hooks: readonly BenchHook[], ctx: BenchContext) => Batch;
  readonly times: { readonly sync: number; readonly async: number };
}

/** Twenty hooks through another dispatcher and through ours, synchronous and asynchronous. */
export async function timeAgainst({ name, dispatch, times }: Opponent): Promise<Sample> {
  const sync = await makeHooks('sync', 20);
  const asynchronous = await makeHooks('async', 20);
  const subject = await interpose(sync);
  const cases = {
    [`${name}, sync`]: dispatch(sync, subject.ctx),
    'ours, sync': runSync(subject),
    [`${name}, async`]: dispatch(asynchronous, subject.ctx),
    'ours, async': runAsync(await interpose(asynchronous, UNLIMITED)),
  };
  const timings = await timeCases(cases, { baseline: `${name}, sync` });
  return {
    control: timings.control,
    parts: [
      atLeast('sync, times faster', timings.ratio(`${name}, sync`, 'ours, sync'), times.sync),
      atLeast('async, times faster', timings.ratio(`${name}, async`, 'ours, async'), times.async),
    ],
    peers: timings.figures(...Object.keys(cases)),
  };
}
