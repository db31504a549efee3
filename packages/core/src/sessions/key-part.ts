/**
 * Returns a name as one part of a key: no name can pass for several. Hosts may give ids that are no well-formed text, so
 * it is written as JSON first, which escapes half of a surrogate pair; the quotes around it are left out. A number, as
 * hosts without types give it, would have no quotes, so it becomes a text before that.
 *
 * @example
 * ['a:b', 'c'].map(keyPart).join(':'); // => 'a%3Ab:c'
 */
export function keyPart(name: string | number): string {
  return encodeURIComponent(JSON.stringify(String(name))).slice(3, -3);
}
