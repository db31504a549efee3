/**
 * Returns a proxy of an object with members replaced or added; it is still an instance of its class. Its methods and
 * getters run on the original object, as private fields need it; with `proxy`, methods run on the proxy, so that they
 * call the replaced members. The object may be frozen.
 *
 * @example
 * const tool = Object.freeze({ name: 'pay', run: () => 'paid' });
 * shadowed(tool, { run: () => 'refused' }).run(); // => 'refused'
 */
export function shadowed<T extends object>(
  target: T,
  members: object,
  methodsRunOn: 'target' | 'proxy' = 'target',
): T {
  const methods = new Map<PropertyKey, unknown>();
  const read = (key: PropertyKey): unknown => {
    if (Object.hasOwn(members, key)) return Reflect.get(members, key);
    const value: unknown = Reflect.get(target, key, target);
    if (value === target) return hooked;
    if (methodsRunOn === 'proxy' || typeof value !== 'function' || key === 'constructor')
      return value;
    if (!methods.has(key)) methods.set(key, methodOn(target, value as Method, hooked));
    return methods.get(key);
  };
  const hooked: T = new Proxy(standInFor(target), {
    get: (_, key) => read(key),
    set: (_, key, value) => Reflect.set(target, key, value),
    has: (_, key) => Object.hasOwn(members, key) || key in target,
    ownKeys: () => [...new Set([...Reflect.ownKeys(target), ...Reflect.ownKeys(members)])],
    getOwnPropertyDescriptor(_, key) {
      const own = Reflect.getOwnPropertyDescriptor(
        Object.hasOwn(members, key) ? members : target,
        key,
      );
      const { enumerable = false } = own ?? {};
      return own && { value: read(key), enumerable, writable: true, configurable: true };
    },
    apply: (_, self, given: unknown[]): unknown =>
      Reflect.apply(target as () => unknown, self, given),
    construct: (_, given: unknown[], by) =>
      Reflect.construct(target as new () => object, given, by) as object,
  });
  return hooked;
}

export type Method = (...given: unknown[]) => unknown;

/**
 * Returns a method that runs on the original object. If it returns that object, or a promise of it, the caller gets the
 * hooked one. A promise of another class is returned as it is: it can do more than be awaited.
 */
export function methodOn(original: object, method: Method, hooked: object): Method {
  const own = (came: unknown): unknown => (came === original ? hooked : came);
  return new Proxy(method, {
    apply(_, _self, given: unknown[]): unknown {
      const came: unknown = Reflect.apply(method, original, given);
      const isPlain = came instanceof Promise && came.constructor === Promise;
      return isPlain ? came.then(own) : own(came);
    },
  });
}

/**
 * Returns an empty stand-in for the proxy: a proxy of a frozen object itself could not show other members. A bound
 * function can stand for a class, and has no prototype of its own.
 */
function standInFor<T extends object>(target: T): T {
  const standIn = typeof target === 'function' ? none.bind(undefined) : {};
  return Object.setPrototypeOf(standIn, Object.getPrototypeOf(target) as object | null) as T;
}

function none(): void {}
