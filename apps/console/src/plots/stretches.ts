/** The first and the last place of each stretch of places for which something is there. */
export function stretches(isThere: readonly boolean[]): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let first: number | undefined;
  for (const [place, there] of [...isThere, false].entries()) {
    if (there) first ??= place;
    else if (first !== undefined) {
      found.push([first, place - 1]);
      first = undefined;
    }
  }
  return found;
}
