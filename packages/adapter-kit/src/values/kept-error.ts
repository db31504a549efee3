/**
 * Keeps an error longer than the call it came from. Until its stack is read, an error holds the frames it was made in
 * and everything that they hold: the stream that failed would never be collected.
 *
 * @example
 * keptError(new Error('the store is gone')); // => { error: new Error('the store is gone') }
 */
export function keptError(error: unknown): { readonly error: unknown } {
  if (error instanceof Error) void error.stack;
  return { error };
}
