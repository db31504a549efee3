/**
 * How many of the first objects two lists have in common, told by identity: nothing of them is looked at.
 *
 * @example
 * const [a, b] = [{}, {}];
 * sharedStart([a, b], [a, {}]); // => 1
 */
export function sharedStart(one: readonly object[], other: readonly object[]): number {
  let shared = 0;
  // Behind the end of the other there is no object.
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared;
}
