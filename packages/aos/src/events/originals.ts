/** The wire form of each decoded value, so that an unchanged value is sent back as it came. */
const wireOf = new WeakMap<object, unknown>();

/** Returns a decoded value and remembers its wire form. */
export function decoded<Value extends object>(wire: unknown, value: Value): Value {
  wireOf.set(value, wire);
  return value;
}

/** Returns the remembered wire form of this object, else encodes it. */
export function encoded<Value extends object>(
  value: Value,
  encode: (value: Value) => unknown,
): unknown {
  return wireOf.get(value) ?? encode(value);
}

/**
 * Finds the original of each item on the wire by its content, and decodes the others. So values that a guardian left
 * alone stay the same objects.
 */
export function matchOriginals<Value>(
  items: readonly unknown[],
  originals: readonly Value[],
  encode: (value: Value) => unknown,
  decode: (item: unknown) => Value,
): readonly Value[] {
  const byText = new Map<string, Value[]>();
  for (const original of originals) {
    const text = JSON.stringify(encode(original));
    const same = byText.get(text);
    if (same === undefined) byText.set(text, [original]);
    else same.push(original);
  }
  return items.map((item) => byText.get(JSON.stringify(item))?.shift() ?? decode(item));
}
