/**
 * Returns how many objects at the start of two lists are identical; the objects themselves are not read.
 *
 * @example
 * const [a, b] = [{}, {}];
 * sharedStart([a, b], [a, {}]); // => 1
 */
export function sharedStart(one: readonly object[], other: readonly object[]): number {
  let shared = 0;
  // After the end of `other` there is no object, so the loop stops.
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared;
}
