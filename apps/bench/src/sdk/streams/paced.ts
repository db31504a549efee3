/** Hands on the items, waiting this many milliseconds before each. */
export async function* paced<T>(items: readonly T[], everyMs: number): AsyncGenerator<T, void> {
  for (const item of items) {
    if (everyMs > 0) await new Promise((done) => setTimeout(done, everyMs));
    yield item;
  }
}
