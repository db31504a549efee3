/** These fields without what is undefined. */
type Defined<Fields> = { -readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/**
 * The fields that have a value: what is undefined is left out, as hosts and hooks tell an absent field from an undefined one.
 *
 * @example
 * omitUndefined({ id: 'call_1', name: undefined }); // => { id: 'call_1' }
 */
export function omitUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  const defined: Record<string, unknown> = {};
  // No entries, each of which is a list: this is called several times a run.
  for (const name in fields)
    if (Object.hasOwn(fields, name) && fields[name] !== undefined) defined[name] = fields[name];
  return defined as Defined<Fields>;
}
