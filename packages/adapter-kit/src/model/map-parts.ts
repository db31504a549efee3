import type { PartSource } from '@interpose/core/adapter';

type Read<Part> = ReadableStreamReadResult<Part>;

/**
 * The same parts, each as what `map` makes of it: another part, or several in a list; undefined leaves one out.
 *
 * @example
 * const words = ['hel', 'lo'].values();
 * const source = partsFrom(async () => words.next(), async () => undefined);
 * await mapParts(source, (word) => word.toUpperCase()).getReader().read(); // => { done: false, value: 'HEL' }
 */
export function mapParts<Part>(
  source: PartSource<Part>,
  map: (part: Part) => Part | readonly Part[] | undefined,
): PartSource<Part> {
  return {
    getReader() {
      const reader = source.getReader();
      let waiting: readonly Part[] = NONE;
      const next = (): Promise<Read<Part>> => {
        if (waiting.length === 0) return reader.read().then(see);
        const [value, ...rest] = waiting as readonly [Part, ...Part[]];
        waiting = rest;
        return Promise.resolve({ done: false, value });
      };
      const see = (read: Read<Part>): Read<Part> | Promise<Read<Part>> => {
        if (read.done) return read;
        const made = map(read.value);
        if (made === read.value) return read;
        waiting = Array.isArray(made) ? made : NONE;
        return made === undefined || Array.isArray(made)
          ? next()
          : { done: false, value: made as Part };
      };
      return { read: next, cancel: (reason) => reader.cancel(reason) };
    },
  };
}

const NONE: readonly never[] = [];
