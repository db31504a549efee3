/** Bytes in use once everything that can be collected was. Needs `--expose-gc`. */
export async function settledHeap(): Promise<number> {
  for (let pass = 0; pass < 3; pass += 1) {
    globalThis.gc?.();
    await new Promise((done) => setImmediate(done));
  }
  return process.memoryUsage().heapUsed;
}
