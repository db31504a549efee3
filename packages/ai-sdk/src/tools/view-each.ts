/** Makes what is seen in the place of one value, which stands under this name. */
export type See<Held, Seen> = (name: string, held: Held) => Seen;

type Named<T> = Readonly<Record<string, T>>;

/**
 * The same names, with what `see` makes of each value that is looked at, also of one that is put in later. What is put in
 * is put into the record itself, and one that is frozen stays as it is.
 */
export function viewEach<Held extends object, Seen>(
  record: Named<Held>,
  see: See<Held, Seen>,
): Named<Seen> {
  const seen = new Map<string, { readonly held: Held; readonly shown: Seen }>();
  const look = (key: PropertyKey): unknown => {
    const held = Reflect.get(record, key) as Held | undefined;
    const isHeld = typeof held === 'object' && held !== null && held !== prototype;
    if (typeof key !== 'string' || !isHeld) return held;
    const known = seen.get(key);
    if (known?.held === held) return known.shown;
    const shown = see(key, held);
    seen.set(key, { held, shown });
    return shown;
  };
  const prototype = Object.getPrototypeOf(record) as object | null;
  // Another object stands for the record, which may be frozen and then has to give what it holds.
  return new Proxy(Object.create(prototype) as Record<string, Seen>, {
    get: (own, key) => (Object.hasOwn(own, key) ? Reflect.get(own, key) : look(key)) as unknown,
    has: (own, key) => Reflect.has(own, key) || Reflect.has(record, key),
    ownKeys: (own) => [...Reflect.ownKeys(record), ...Reflect.ownKeys(own)],
    getOwnPropertyDescriptor(own, key) {
      const held = Reflect.getOwnPropertyDescriptor(record, key);
      if (held === undefined) return Reflect.getOwnPropertyDescriptor(own, key);
      const { enumerable = true } = held;
      return { value: look(key), enumerable, writable: true, configurable: true };
    },
    set: (_, key, value) => Reflect.set(record, key, value),
    defineProperty: (own, key, given) =>
      Reflect.defineProperty(typeof key === 'symbol' ? own : record, key, given),
    deleteProperty: (_, key) => Reflect.deleteProperty(record, key),
  });
}
