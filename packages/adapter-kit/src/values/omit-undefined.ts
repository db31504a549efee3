/** These fields without what is undefined. */
type Defined<Fields> = { -readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/**
 * Returns the fields that are not undefined: hosts and hooks tell an absent field from an undefined one.
 *
 * @example
 * omitUndefined({ id: 'call_1', name: undefined }); // => { id: 'call_1' }
 */
export function omitUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  const defined: Record<string, unknown> = {};
  // Without `Object.entries`, which makes a list for each field: this is called several times a run.
  for (const name in fields)
    if (Object.hasOwn(fields, name) && fields[name] !== undefined) defined[name] = fields[name];
  return defined as Defined<Fields>;
}
