/** The most characters to count: more would not change the result. */
const LONGEST = 256;

/** Whether a text has at least so many bits of Shannon entropy per character, as generated secrets have. */
export function looksRandom(text: string, bits: number): boolean {
  const counts = new Uint16Array(128);
  const length = Math.min(text.length, LONGEST);
  for (let at = 0; at < length; at++) counts[text.charCodeAt(at) & 127]! += 1;
  let entropy = 0;
  for (const count of counts)
    if (count > 0) entropy -= (count / length) * Math.log2(count / length);
  return entropy >= bits;
}
