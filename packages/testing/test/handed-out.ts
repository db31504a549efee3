/** Tells what an unhooked part is; undefined for what may be handed out. */
export type NamePart = (value: object) => string | undefined;

/** What a walk leaves out, beside classes: where adapters note what they hooked. */
interface Walk {
  readonly skip: readonly PropertyKey[];
  readonly depth?: number;
}

/**
 * The ways by which unhooked parts come out of a hooked object: every own and inherited property is read, and each that
 * these hand out, as deep as `depth`. A property that throws hands out nothing.
 */
export function handedOut(
  hooked: object,
  name: NamePart,
  { skip, depth = 5 }: Walk,
): readonly string[] {
  const found: string[] = [];
  const left: [value: object, path: string, depth: number][] = [[hooked, '', 0]];
  const seen = new Set<object>([hooked]);
  for (const [value, path, at] of left) {
    const part = at === 0 ? undefined : name(value);
    if (part !== undefined) found.push(`${path.slice(1)} is ${part}`);
    if (part !== undefined || at >= depth) continue;
    for (const key of keysOf(value)) {
      if (skip.includes(key) || key === 'constructor' || key === 'prototype') continue;
      const held = read(value, key);
      if (held === undefined || seen.has(held)) continue;
      seen.add(held);
      left.push([held, `${path}.${String(key)}`, at + 1]);
    }
  }
  return found;
}

function keysOf(value: object): ReadonlySet<PropertyKey> {
  const keys = new Set<PropertyKey>();
  const ends: readonly unknown[] = [Object.prototype, Function.prototype, null];
  for (let own: object | null = value; own !== null && !ends.includes(own);) {
    for (const key of Reflect.ownKeys(own)) keys.add(key);
    own = Object.getPrototypeOf(own) as object | null;
  }
  return keys;
}

function read(value: object, key: PropertyKey): object | undefined {
  try {
    const held: unknown = Reflect.get(value, key);
    return (typeof held === 'object' && held !== null) || typeof held === 'function'
      ? held
      : undefined;
  } catch {
    return undefined;
  }
}
