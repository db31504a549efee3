/**
 * Returns the place in the shown list that each item of a changed list came from; -1 where the item is new or could come
 * from more than one place.
 */
export function placesOf(
  changed: readonly unknown[],
  shown: readonly unknown[],
): readonly number[] {
  const texts = changed.map((item) => JSON.stringify(item));
  const before = shown.map((item) => JSON.stringify(item));
  const others = texts.filter((text, index) => text !== before[index]);
  // Once an item has moved, one that still looks like that at its place may be another that looks the same.
  if (texts.length !== before.length || others.some((text) => before.includes(text)))
    return texts.map((text) => {
      const first = before.indexOf(text);
      return first === before.lastIndexOf(text) ? first : -1;
    });
  // If all other items stand where they stood, an item that nobody was shown was edited at its place.
  return texts.map((text, index) => (text === before[index] || others.length === 1 ? index : -1));
}
