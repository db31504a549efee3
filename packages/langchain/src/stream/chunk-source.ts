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
  const first = await source.next();
  return partsFrom<StreamPart, GenerationChunk>({
    first,
    next: goOn,
    leave: () => source.return(undefined),
    split(chunk) {
      const chunks = splitChunk(chunk);
      return said === undefined ? chunks : said.withEnds(chunks);
    },
  });
}
