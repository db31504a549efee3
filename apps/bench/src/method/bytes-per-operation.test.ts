import { setFlagsFromString } from 'node:v8';

import { beforeAll, describe, expect, test } from 'vitest';

import { bytesPerOperation } from './bytes-per-operation.ts';
import { keep } from './keep.ts';

function objects(count: number): void {
  for (let i = 0; i < count; i += 1) keep({ a: i, b: i });
}

function numbers(count: number): void {
  let sum = 0;
  for (let i = 0; i < count; i += 1) sum = (sum + i) & 1023;
  keep(sum);
}

describe('bytesPerOperation without the collector', () => {
  test('asks for the flag', async () => {
    await expect(bytesPerOperation(numbers)).rejects.toThrow(/^\[bench_no_gc\].*--expose-gc$/);
  });
});

describe('bytesPerOperation', () => {
  beforeAll(async () => {
    setFlagsFromString('--expose-gc');
    const { runInNewContext } = await import('node:vm');
    globalThis.gc = runInNewContext('gc') as NodeJS.GCFunction;
  });

  test('counts an object of two fields: three words of header and two of fields', async () => {
    for (let i = 0; i < 100; i += 1) objects(4000);
    const bytes = await bytesPerOperation(objects);
    expect(bytes).toBeGreaterThanOrEqual(40);
    expect(bytes).toBeLessThan(56);
  });

  test('finds nothing where nothing is allocated', async () => {
    for (let i = 0; i < 100; i += 1) numbers(4000);
    expect(await bytesPerOperation(numbers)).toBeLessThan(1);
  });

  test('shortens batches until no collection falls into one', async () => {
    const bytes = await bytesPerOperation(objects, 4_000_000);
    expect(bytes).toBeGreaterThanOrEqual(40);
    expect(bytes).toBeLessThan(56);
  });

  test('waits for an asynchronous batch', async () => {
    const promised = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i += 1) {
        await Promise.resolve();
        keep(Array.from({ length: 100 }, () => i));
      }
    };
    expect(await bytesPerOperation(promised, 1000)).toBeGreaterThan(800);
  });
});
