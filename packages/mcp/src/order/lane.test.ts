import { expect, test } from 'vitest';

import { Lane, type LaneKind } from './lane.ts';

const MANY = 30_000;

test.each<LaneKind>(['notification', 'request', 'answer'])(
  'a flood of messages of kind %s that hooks hold goes on in order, and does not stop the process',
  (kind) => {
    const lane = new Lane();
    const gone: number[] = [];
    const places = Array.from({ length: MANY }, () =>
      lane.enter({ kind, ids: [], givenUp: () => undefined }),
    );
    for (const [at, place] of places.entries()) lane.release(place, () => gone.push(at));
    expect(gone).toEqual(Array.from({ length: MANY }, (_, at) => at));
    expect(lane.idle).toBe(true);
  },
  10_000,
);

test('a flood of held requests that are called off does not stop the process', () => {
  const lane = new Lane();
  const many = 100_000;
  let givenUp = 0;
  for (let id = 0; id < many; id++)
    lane.enter({ kind: 'request', ids: [id], givenUp: () => void givenUp++ });
  for (let id = many - 1; id >= 0; id--) lane.cancel(id);
  expect(givenUp).toBe(many);
  expect(lane.idle).toBe(true);
}, 10_000);

test('of two held requests with one id, the first is called off first', () => {
  const lane = new Lane();
  const givenUp: string[] = [];
  for (const name of ['first', 'second'])
    lane.enter({ kind: 'request', ids: [7], givenUp: () => givenUp.push(name) });
  expect([lane.cancel(7), lane.cancel(7), lane.cancel(7)]).toEqual([true, true, false]);
  expect(givenUp).toEqual(['first', 'second']);
});
