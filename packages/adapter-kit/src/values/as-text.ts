/**
 * Returns a value as a model reads it: a text as it is, anything else as JSON; `absent` if it has no JSON.
 *
 * @example
 * asText({ city: 'Rome' }); // => '{"city":"Rome"}'
 */
export function asText(value: unknown, absent: string = ''): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? absent);
}
