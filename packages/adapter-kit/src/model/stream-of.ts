/**
 * Returns a stream of the values of an iterable, read only on demand.
 *
 * @example
 * await streamOf(['hel', 'lo']).getReader().read(); // => { done: false, value: 'hel' }
 */
export function streamOf<T>(source: Iterable<T> | AsyncIterable<T>): ReadableStream<T> {
  const iterator =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  return new ReadableStream<T>(
    {
      async pull(out) {
        const read = await iterator.next();
        if (read.done === true) out.close();
        else out.enqueue(read.value);
      },
      async cancel(reason) {
        await iterator.return?.(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
