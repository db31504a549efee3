let second = Number.NaN;
let upToSecond = '';

/**
 * Returns a time in milliseconds since 1970 as ISO 8601 in UTC, as `Date` does. Times in one second share work.
 *
 * @example
 * isoTime(0); // => '1970-01-01T00:00:00.000Z'
 * @throws RangeError for what is no time.
 */
export function isoTime(at: number): string {
  const whole = Math.trunc(at);
  const since = Math.floor(whole / 1000);
  if (since !== second) {
    upToSecond = new Date(since * 1000).toISOString().slice(0, -'000Z'.length);
    second = since;
  }
  return `${upToSecond}${String(whole - since * 1000).padStart(3, '0')}Z`;
}
