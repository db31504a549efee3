import type { LiveEvent } from '@interpose/guardian-api';
import { expect, test } from 'vitest';

import type { Storage } from '../storage/open-storage.ts';
import { eventStream } from './event-stream.ts';
import { LiveFeed } from './live-feed.ts';

/** A feed over a database whose answers are given by hand, in any order. */
async function openFeed() {
  const answers: PromiseWithResolvers<unknown>[] = [];
  let hear: (payload: string | undefined) => void = () => undefined;
  const within = <T>(): Promise<T> => {
    const answer = Promise.withResolvers<unknown>();
    answers.push(answer);
    return answer.promise as Promise<T>;
  };
  const listen: Storage['listen'] = async (_, heard) => void (hear = heard);
  // The feed uses only these two.
  const storage = { within, listen } as unknown as Storage;
  const feed = new LiveFeed(storage);
  await feed.start();
  const stored = (batch: number): void => hear(JSON.stringify({ tenant: 'default', batch }));
  return { feed, answers, stored };
}

function eventsWith(...ids: readonly number[]): readonly LiveEvent[] {
  // Only its place matters here.
  return ids.map((id) => ({ type: 'decision', data: {}, id }) as unknown as LiveEvent);
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What a reader was told, in order. */
function watch(feed: LiveFeed): unknown[] {
  const told: unknown[] = [];
  const unwatch = feed.watch('default', {
    person: 'ada',
    tell: ({ id }) => told.push(id),
    cutOff: () => {
      told.push('cut off');
      unwatch();
    },
  });
  return told;
}

test('decisions are told in their order, also where the database answers later for the first', async () => {
  const { feed, answers, stored } = await openFeed();
  const told = watch(feed);
  stored(1);
  stored(2);
  await settled();
  answers[1]?.resolve(eventsWith(2));
  await settled();
  expect(told).toEqual([]);
  answers[0]!.resolve(eventsWith(1));
  await settled();
  answers[1]!.resolve(eventsWith(2));
  await settled();
  expect(told).toEqual([1, 2]);
});

test('readers are cut off where decisions cannot be read, and not told later ones before they are back', async () => {
  const { feed, answers, stored } = await openFeed();
  const told = watch(feed);
  stored(1);
  stored(2);
  await settled();
  answers[0]!.reject(new Error('no connection is free'));
  await settled();
  answers[1]?.resolve(eventsWith(2));
  await settled();
  expect(told).toEqual(['cut off']);
  const back = watch(feed);
  stored(3);
  await settled();
  answers.at(-1)!.resolve(eventsWith(3));
  await settled();
  expect(back).toEqual([3]);
});

test('readers are cut off where a slow database leaves too many reads waiting', async () => {
  const { feed, answers, stored } = await openFeed();
  const told = watch(feed);
  for (let batch = 0; batch < 2000; batch++) stored(batch);
  expect(told).toEqual(['cut off']);
  await settled();
  answers[0]?.resolve(eventsWith(0));
  await settled();
  expect([told, answers.length]).toEqual([['cut off'], 0]);
});

test('the line of a reader that comes back ends where what it missed cannot be read', async () => {
  const { feed, answers } = await openFeed();
  const isStillIn = async (): Promise<boolean> => true;
  const ends = new AbortController().signal;
  const reading = { tenant: 'default', person: 'ada', since: 5, isStillIn, ends };
  const text = eventStream(feed, reading).text();
  await settled();
  answers[0]!.reject(new Error('no connection is free'));
  expect(await text).toBe('retry: 1000\n\n');
});
