import { atLeast, atMost, type Gate, type Sample } from '../../gate.ts';
import { timeCases } from '../../method/time-cases.ts';
import { tapableAsync, tapableAsyncBare } from '../../peers/tapable-async.ts';
import { tapableSync, tapableSyncBare } from '../../peers/tapable-sync.ts';
import { interpose, runAsync, runSync, UNLIMITED } from '../../subjects/interpose.ts';
import { makeHooks } from '../../subjects/make-hooks.ts';

/**
 * Against tapable, which compiles a function per waterfall and so wins where every hook is synchronous:
 * we may not be far behind there, and must be ahead where hooks are asynchronous.
 */
export const gate: Gate = {
  id: 'G11',
  name: 'against tapable, 20 hooks',
  tolerance: 0.03,
  measure,
};

async function measure(): Promise<Sample> {
  const sync = await makeHooks('sync', 20);
  const asynchronous = await makeHooks('async', 20);
  const subject = await interpose(sync);
  const cases = {
    'tapable, sync': tapableSync(sync, subject.ctx),
    'tapable, sync, answers unread': tapableSyncBare(sync, subject.ctx),
    'ours, sync': runSync(subject),
    'tapable, async': tapableAsync(asynchronous, subject.ctx),
    'tapable, async, answers unread': tapableAsyncBare(asynchronous, subject.ctx),
    'ours, async': runAsync(await interpose(asynchronous, UNLIMITED)),
  };
  const timings = await timeCases(cases, { baseline: 'tapable, sync' });
  return {
    control: timings.control,
    parts: [
      atMost('sync, ours over tapable', timings.ratio('ours, sync', 'tapable, sync'), 2.5),
      atLeast('async, times faster', timings.ratio('tapable, async', 'ours, async'), 1.1),
    ],
    peers: timings.figures(...Object.keys(cases)),
  };
}
