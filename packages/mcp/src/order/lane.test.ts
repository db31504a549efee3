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
