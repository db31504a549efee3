import type { Dict } from '@interpose/core';

/**
 * The data that something says beside these members, which have a place elsewhere; undefined where that is all.
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
