import { WorkerGone, type Answered } from '@interpose/aos/pool';
import { InterposeError } from '@interpose/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { askPatiently } from './ask-patiently.ts';

const ASKED = { tenant: 't', agent: undefined, key: '', asked: { url: '', headers: [], text: '' } };
const ANSWERED: Answered = { status: 200, headers: [], text: 'allowed' };
const waited = new WorkerGone('it ended', true);
const ended = new WorkerGone('it ended', false);
const answered = new WorkerGone('it ended', false, true);
const RESTING = 'worker_resting';
const resting = new InterposeError(RESTING, 'no worker starts', 'wait');
const ends = new AbortController();

// The pauses of Node.js's promises are no timers that can be faked.
vi.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number) => void vi.advanceTimersByTime(ms),
}));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Asks a place whose workers end like this in a row, and then answer; it rests for a second after `resting`. */
function askOf(...errors: readonly Error[]): [answered: Promise<Answered>, left: readonly Error[]] {
  const left = [...errors];
  let restsUntil = 0;
  const slot = {
    isReady: false,
    get isResting() {
      return Date.now() < restsUntil;
    },
    async ask(): Promise<Answered> {
      const error = left.shift();
      if (error === undefined) return ANSWERED;
      if (error === resting) restsUntil = Date.now() + 1000;
      else if (!(error instanceof WorkerGone)) slot.isReady = true;
      throw error;
    },
  };
  return [askPatiently(slot, ASKED, ends.signal), left];
}

test.each([
  ['three others ended the next workers', [waited, ended, ended, ended]],
  ['it waited again each time', Array.from({ length: 20 }, () => waited)],
  ['its worker ended as it was answered', [answered, ended]],
  ['no worker starts for a while', [waited, ended, resting, ended]],
])('a step that waited for people waits on where %s', async (_, errors) => {
  expect(await askOf(...errors)[0]).toBe(ANSWERED);
});

test.each([
  ['never waited', [ended, ended], 1],
  ['ends each worker after it waited', [waited, ended, ended, ended, ended, ended], 1],
  ['ends each worker once it is answered', Array.from({ length: 9 }, () => answered), 4],
  ['ends each worker as it waits', Array.from({ length: 9 }, () => [waited, resting]).flat(), 10],
  ['never waited, and finds no worker', [resting, ended], 1],
])('a step that %s is denied', async (_, errors, unused) => {
  const [asked, left] = askOf(...errors);
  await expect(asked).rejects.toBeInstanceOf(Error);
  expect(left).toHaveLength(unused);
});

test('an error that the worker itself told is the answer', async () => {
  const unreadable = new InterposeError('policies_unreadable', 'it cannot be read', 'repair it');
  const [asked] = askOf(waited, unreadable, ended);
  await expect(asked).rejects.toBe(unreadable);
});

test('a step that waits for people as the guardian ends leaves its ask to the next guardian', async () => {
  ends.abort();
  await expect(askOf(waited)[0]).rejects.toMatchObject({ hadWaited: false });
});
