/** A new array with the items in random order, every order equally likely. */
export function shuffle<T>(items: readonly T[], random: () => number = Math.random): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const picked = Math.floor(random() * (last + 1));
    [result[last], result[picked]] = [result[picked] as T, result[last] as T];
  }
  return result;
}
