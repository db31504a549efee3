import type { LastWord } from '../sse/encode.ts';
import { contentOfChunk } from './texts.ts';

/** Audio says again what its transcript says: where another transcript has left, the audio does not follow. */
export function repeatChangedTexts(): LastWord {
  let left = '';
  return (part) => {
    const { data, said } = part;
    if (said !== undefined) return left.startsWith(said) ? part : undefined;
    const content = data === undefined ? undefined : contentOfChunk(data);
    if (content?.kind === 'transcript') left += content.text;
    return part;
  };
}
