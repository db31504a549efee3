/** Makes the value to show in place of an object or function; `name` is its key in the record. */
export type See<Held, Seen> = (name: PropertyKey, held: Held) => Seen;

type Named<T> = Readonly<Record<string, T>>;

/**
 * Returns a view of the record: same keys, with the values that `see` makes, also for values added later. A value set
 * on the view goes into the record itself. A frozen record stays as it is.
 */
export function viewEach<Held extends object, Seen>(
  record: Named<Held>,
  see: See<Held, Seen>,
): Named<Seen> {
  // A proxy of the record itself would have to return its own values if the record is frozen.
  const stand = Object.create(Object.getPrototypeOf(record) as object | null) as Named<Seen>;
  return new Proxy<Named<Seen>>(stand, new View(record, see));
}

/** A class: an object literal would create its functions again for every call. The stand-in only has marks. */
class View<Held extends object, Seen> implements ProxyHandler<object> {
  readonly #record: Named<Held>;
  readonly #see: See<Held, Seen>;
  readonly #seen = new Map<PropertyKey, { readonly held: Held; readonly shown: Seen }>();

  constructor(record: Named<Held>, see: See<Held, Seen>) {
    this.#record = record;
    this.#see = see;
  }

  get(stand: object, key: string | symbol): unknown {
    return Object.hasOwn(stand, key) ? Reflect.get(stand, key) : this.#look(key);
  }

  has(stand: object, key: string | symbol): boolean {
    return Reflect.has(stand, key) || Reflect.has(this.#record, key);
  }

  ownKeys(stand: object): (string | symbol)[] {
    return [...Reflect.ownKeys(this.#record), ...Reflect.ownKeys(stand)];
  }

  getOwnPropertyDescriptor(stand: object, key: string | symbol): PropertyDescriptor | undefined {
    const held = Reflect.getOwnPropertyDescriptor(this.#record, key);
    if (held === undefined) return Reflect.getOwnPropertyDescriptor(stand, key);
    const { enumerable = true } = held;
    return { value: this.#look(key), enumerable, writable: true, configurable: true };
  }

  set(_stand: object, key: string | symbol, value: unknown): boolean {
    return Reflect.set(this.#record, key, value);
  }

  defineProperty(stand: object, key: string | symbol, given: PropertyDescriptor): boolean {
    return Reflect.defineProperty(typeof key === 'symbol' ? stand : this.#record, key, given);
  }

  deleteProperty(_stand: object, key: string | symbol): boolean {
    return Reflect.deleteProperty(this.#record, key);
  }

  #look(key: string | symbol): unknown {
    const held = Reflect.get(this.#record, key) as Held | undefined;
    const isHeld = (typeof held === 'object' && held !== null) || typeof held === 'function';
    if (!isHeld || held === Object.getPrototypeOf(this.#record)) return held;
    const known = this.#seen.get(key);
    if (known?.held === held) return known.shown;
    const shown = this.#see(key, held);
    this.#seen.set(key, { held, shown });
    return shown;
  }
}
