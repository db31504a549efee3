/** A class or a code, as `RateLimitError`, `ERR_HTTP_TIMEOUT` or `429`: nothing that could be a sentence or an address. */
const NAME = /^[\w.:/-]{1,64}$/;

/**
 * Returns the first of these that is a name, for `error.type`. An error may have any text as its code, and every text of
 * its own would be one more time series.
 */
export function errorType(...names: readonly unknown[]): string {
  const found = names.find((name) => typeof name === 'string' && NAME.test(name));
  return typeof found === 'string' ? found : 'Error';
}
