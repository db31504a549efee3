/** Items of two lists that stand for each other, or one that has no counterpart. */
export type Pair<Item> =
  | { readonly expected: Item; readonly got: Item }
  | { readonly expected: Item; readonly got?: undefined }
  | { readonly expected?: undefined; readonly got: Item };

/** Pairs up two lists along their longest common subsequence by key, in order. */
export function align<Item>(
  expected: readonly Item[],
  got: readonly Item[],
  keyOf: (item: Item) => string,
): Pair<Item>[] {
  const [left, right] = [expected.map(keyOf), got.map(keyOf)];
  const lengths = commonLengths(left, right);
  const pairs: Pair<Item>[] = [];
  let [row, column] = [0, 0];
  while (row < left.length || column < right.length) {
    if (row < left.length && left[row] === right[column]) {
      pairs.push({ expected: expected[row++] as Item, got: got[column++] as Item });
    } else if (row < left.length && commonAt(row + 1, column) >= commonAt(row, column + 1)) {
      pairs.push({ expected: expected[row++] as Item });
    } else {
      pairs.push({ got: got[column++] as Item });
    }
  }
  return pairs;

  function commonAt(from: number, to: number): number {
    return lengths[from]?.[to] ?? 0;
  }
}

/** `lengths[i][j]`: how many keys the rests of both lists from there on have in common, in order. */
function commonLengths(left: readonly string[], right: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let row = left.length - 1; row >= 0; row -= 1) {
    const [own, below] = [lengths[row] as Uint16Array, lengths[row + 1] as Uint16Array];
    for (let column = right.length - 1; column >= 0; column -= 1) {
      own[column] =
        left[row] === right[column]
          ? (below[column + 1] as number) + 1
          : Math.max(below[column] as number, own[column + 1] as number);
    }
  }
  return lengths;
}
