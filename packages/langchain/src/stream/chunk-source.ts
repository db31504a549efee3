import { partsFrom } from '@interpose/adapter-kit';
import type { PartSource } from '@interpose/core/adapter';
import { goOnBelow } from '../model/ask-below.ts';
import type { StreamPart } from './codec.ts';
import type { SaidTexts } from './said-texts.ts';
import { splitChunk } from './split-chunk.ts';
import type { GenerationChunk } from '../translate/native.ts';

/** Returns the model's chunks, each with one kind of content. Waits for the first chunk of the model. */
export async function chunksOf(
  source: AsyncGenerator<GenerationChunk>,
  said: SaidTexts | undefined,
): Promise<PartSource<StreamPart>> {
  said?.begin();
  const goOn = goOnBelow(() => source.next());
  let first: IteratorResult<GenerationChunk> | undefined = await source.next();
  let waiting: readonly StreamPart[] = [];
  let taken = 0;
  const take = (read: IteratorResult<GenerationChunk>): IteratorResult<StreamPart> => {
    if (read.done === true) return { done: true, value: undefined };
    const chunks = splitChunk(read.value);
    waiting = said === undefined ? chunks : said.withEnds(chunks);
    taken = 1;
    return { done: false, value: waiting[0] ?? read.value };
  };
  const next = (): Promise<IteratorResult<StreamPart>> => {
    const value = waiting[taken];
    if (value === undefined) {
      const read = first === undefined ? goOn() : Promise.resolve(first);
      first = undefined;
      return read.then(take);
    }
    taken += 1;
    return Promise.resolve({ done: false, value });
  };
  return partsFrom(next, () => source.return(undefined));
}
