import type { Dict } from '@interpose/core';

/**
 * Returns the members of an object besides these, which are kept elsewhere, as data; undefined if there are no others.
 *
 * @example
 * saidBeside({ name: 'pay', grammar: 'start: "pay"' }, new Set(['name'])); // => { grammar: 'start: "pay"' }
 */
export function saidBeside(value: object, known: ReadonlySet<string>): Dict | undefined {
  let said: Record<string, unknown> | undefined;
  for (const key in value) {
    const member: unknown = Reflect.get(value, key);
    if (member !== undefined && typeof member !== 'function' && !known.has(key))
      (said ??= {})[key] = member;
  }
  return said;
}
