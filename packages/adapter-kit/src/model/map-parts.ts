import type { PartSource } from '@interpose/core/adapter';

type Read<Part> = ReadableStreamReadResult<Part>;

/**
 * The same parts, each as what `map` makes of it; undefined leaves one out.
 *
 * @example
 * const words = ['hel', 'lo'].values();
 * const source = partsFrom(async () => words.next(), async () => undefined);
 * await mapParts(source, (word) => word.toUpperCase()).getReader().read(); // => { done: false, value: 'HEL' }
 */
export function mapParts<Part>(
  source: PartSource<Part>,
  map: (part: Part) => Part | undefined,
): PartSource<Part> {
  return {
    getReader() {
      const reader = source.getReader();
      const see = (read: Read<Part>): Read<Part> | Promise<Read<Part>> => {
        if (read.done) return read;
        const part = map(read.value);
        if (part === read.value) return read;
        return part === undefined ? reader.read().then(see) : { done: false, value: part };
      };
      return { read: () => reader.read().then(see), cancel: (reason) => reader.cancel(reason) };
    },
  };
}
