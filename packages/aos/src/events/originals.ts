/** What a decoded value was made from, so that it goes back as it came when nobody touched it. */
const wireOf = new WeakMap<object, unknown>();

/** Decodes a value and remembers its wire form. */
export function decoded<Value extends object>(wire: unknown, value: Value): Value {
  wireOf.set(value, wire);
  return value;
}

/** The wire form this very value came in, or the one the function makes. */
export function encoded<Value extends object>(
  value: Value,
  encode: (value: Value) => unknown,
): unknown {
  return wireOf.get(value) ?? encode(value);
}

/**
 * Finds for each item on the wire the original it was made from, by content, and decodes the others:
 * what a guardian left alone stays the very same value.
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
