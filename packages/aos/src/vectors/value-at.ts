/** Returns the value at an RFC 6901 pointer. */
export function valueAt(root: unknown, pointer: string): unknown {
  return keysOf(pointer).reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? (value as Readonly<Record<string, unknown>>)[key]
        : undefined,
    root,
  );
}

/** Returns a copy with another value at an RFC 6901 pointer. */
export function withValueAt(root: unknown, pointer: string, value: unknown): unknown {
  const copy = structuredClone(root);
  const keys = keysOf(pointer);
  const last = keys.pop();
  const holder = valueAt(copy, keys.map((key) => `/${key}`).join('')) as Record<string, unknown>;
  if (last !== undefined) holder[last] = value;
  return copy;
}

function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
