import { setTimeout as pause } from 'node:timers/promises';

import { WorkerGone, type Answered, type WorkerSlot } from '@interpose/aos/pool';

import type { AskedOfWorker, ServingTalk } from './worker-talk.ts';

/** The pauses before a step that waited for people is asked again, where it could not wait on at the next worker. */
const PAUSES_MS = [0, 250, 1000, 4000];
/** The rests of workers that such a step may outlast. */
const MOST_RESTS = 3;
const LOOK_MS = 250;

/**
 * Asks a worker. A step that waited for people when its worker was stopped waits on at the next: its ask is stored. Other
 * steps may stop the next one before this one waits again, or no worker may start for a while, so it comes back later.
 * After some tries this step may be what ends the workers, and it is denied.
 */
export async function askPatiently(
  slot: Pick<WorkerSlot<ServingTalk>, 'ask' | 'isReady' | 'isResting'>,
  asked: AskedOfWorker,
  ends: AbortSignal,
): Promise<Answered> {
  let pausesMs: readonly number[] | undefined;
  let restsLeft = MOST_RESTS;
  for (;;) {
    try {
      return await slot.ask(asked);
    } catch (error) {
      const isGone = error instanceof WorkerGone;
      // The ask is not withdrawn then: it waits for the guardian that comes next.
      if (ends.aborted && isGone) throw new WorkerGone(error.message, false);
      if (ends.aborted || (!isGone && slot.isReady)) throw error;
      if (isGone && error.wasWaiting) pausesMs = PAUSES_MS;
      // It may not have heard its answer. It has no more tries for that: it may as well have ended the worker.
      else if (isGone && error.hadWaited) pausesMs ??= PAUSES_MS;
      const [pauseMs, ...later] = pausesMs ?? [];
      if (pauseMs === undefined || (slot.isResting && restsLeft-- === 0))
        throw pausesMs === undefined ? error : new WorkerGone(String(error), false, true);
      pausesMs = later;
      await comeBack(slot, pauseMs, ends);
    }
  }
}

/** Waits for this time, and until workers may be started; no longer than until the workers are closed. */
async function comeBack(
  slot: { readonly isResting: boolean },
  pauseMs: number,
  ends: AbortSignal,
): Promise<void> {
  const rest = (ms: number): Promise<void> =>
    pause(ms, undefined, { signal: ends }).catch(() => undefined);
  if (pauseMs > 0) await rest(pauseMs);
  while (slot.isResting && !ends.aborted) await rest(LOOK_MS);
}
