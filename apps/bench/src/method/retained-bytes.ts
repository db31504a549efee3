import { settledHeap } from './settled-heap.ts';

/** Makes this many things that stay alive as long as what it returns. */
export type Park = (count: number) => Promise<unknown>;

const FEW = 1000;
const MANY = 10_000;

/**
 * Heap bytes that one parked thing retains: how much more ten thousand hold than one thousand, so that
 * what all of them share cancels out. Needs `--expose-gc`.
 */
export async function retainedBytes(park: Park): Promise<number> {
  await park(FEW);
  const few = await retainedBy(park, FEW);
  const many = await retainedBy(park, MANY);
  return (many - few) / (MANY - FEW);
}

async function retainedBy(park: Park, count: number): Promise<number> {
  const before = await settledHeap();
  const parked = await park(count);
  const after = await settledHeap();
  if (parked === undefined)
    throw new Error('[bench_not_parked] nothing was kept; return what is parked');
  return after - before;
}
