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
  const isAsLong = texts.length === before.length;
  const places = texts.map((text, index) => {
    if (isAsLong && before[index] === text) return index;
    const first = before.indexOf(text);
    return first === before.lastIndexOf(text) ? first : -1;
  });
  const others = texts.filter((_, index) => places[index] !== index);
  // If all other items stand where they stood, an item that nobody was shown was edited at its place.
  const isEdited = isAsLong && others.length === 1 && !before.includes(others[0]!);
  return isEdited ? texts.map((_, index) => index) : places;
}
