type Method = (this: object, ...given: readonly unknown[]) => unknown;
type Class = new (...given: never) => object;

/** Looks at whoever is called; where the hooks take the call, its answer comes back. */
export type Meet = (
  self: object,
  name: string,
  given: readonly unknown[],
) => { readonly answer: unknown } | undefined;

/** Puts this look before a method of a class. */
export function watch(prototype: object, name: string, meet: Meet): void {
  const own: unknown = Reflect.get(prototype, name);
  if (typeof own !== 'function') return;
  const watched: Method = function watched(...given) {
    const taken = meet(this, name, given);
    return taken === undefined ? Reflect.apply(own as Method, this, given) : taken.answer;
  };
  Object.defineProperty(prototype, name, { value: watched, configurable: true, writable: true });
}

/**
 * Puts it before methods that each subclass writes itself, and which the base class therefore does not have: a class is
 * watched once the first of its objects is made.
 */
export function watchSubclasses(base: object, names: readonly string[], meet: Meet): void {
  const { prototype } = base as Class;
  const watched = new WeakSet([prototype]);
  const above = Object.getPrototypeOf(base) as Class;
  const watching = new Proxy(above, {
    construct(target, given, made) {
      const instance = Reflect.construct(target, given, made) as object;
      let own = Object.getPrototypeOf(instance) as object | null;
      for (; own !== null && !watched.has(own); own = Object.getPrototypeOf(own) as object | null) {
        watched.add(own);
        for (const name of names) if (Object.hasOwn(own, name)) watch(own, name, meet);
      }
      return instance;
    },
  });
  // What a constructor calls as `super` is the prototype of its class.
  Object.setPrototypeOf(base, watching);
}
