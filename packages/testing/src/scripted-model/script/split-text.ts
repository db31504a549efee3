const smallestChunk = 8;
const mostChunks = 24;

/**
 * Returns the chunks of a streamed text: as given, else pieces of equal length, at least two if the text has two
 * characters. No chunk ends inside a surrogate pair.
 */
export function splitText(text: string | readonly string[] | undefined): readonly string[] {
  if (text === undefined) return [];
  if (typeof text !== 'string') return text;
  const characters = Array.from(text);
  const even = Math.max(smallestChunk, Math.ceil(characters.length / mostChunks));
  const length = Math.min(even, Math.ceil(characters.length / 2));
  const chunks: string[] = [];
  for (let start = 0; start < characters.length; start += length) {
    chunks.push(characters.slice(start, start + length).join(''));
  }
  return chunks;
}
