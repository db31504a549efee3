import type { PartSource } from '@interpose/core/adapter';

type Read<Part> = ReadableStreamReadResult<Part>;

/**
 * Returns the parts, each replaced by the list that `map` returns: an empty list removes it, undefined keeps it.
 *
 * @example
 * const words = ['hel', 'lo'].values();
 * const source = partsFrom(async () => words.next(), async () => undefined);
 * await mapParts(source, (word) => [word.toUpperCase()]).getReader().read(); // => { done: false, value: 'HEL' }
 */
export function mapParts<Part>(
  source: PartSource<Part>,
  map: (part: Part) => readonly Part[] | undefined,
): PartSource<Part> {
  return {
    getReader() {
      const reader = source.getReader();
      // Made only on demand: most streams never replace a part.
      let waiting: Part[] | undefined;
      const next = (): Promise<Read<Part>> =>
        waiting?.length
          ? Promise.resolve({ done: false, value: waiting.shift() as Part })
          : reader.read().then(see);
      const see = (read: Read<Part>): Read<Part> | Promise<Read<Part>> => {
        const made = read.done ? undefined : map(read.value);
        if (made === undefined) return read;
        waiting = [...made];
        return next();
      };
      return { read: next, cancel: (reason) => reader.cancel(reason) };
    },
  };
}
