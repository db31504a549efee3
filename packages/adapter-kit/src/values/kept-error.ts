/**
 * An error that outlives the call it came from. Until its stack is asked for, an error holds the frames it was made in,
 * and with them whatever those frames hold: the stream that failed would never be forgotten.
 *
 * @example
 * keptError(new Error('the store is gone')); // => { error: new Error('the store is gone') }
 */
export function keptError(error: unknown): { readonly error: unknown } {
  if (error instanceof Error) void error.stack;
  return { error };
}
