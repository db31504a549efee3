type Class = new (...given: never) => object;
type OwnMethod = (this: object, ...given: readonly unknown[]) => unknown;

/** Looks at whoever is called; `own` is the method itself. Where the hooks take the call, its answer comes back. */
export type Meet = (
  self: object,
  name: string,
  given: readonly unknown[],
  own: OwnMethod,
) => { readonly answer: unknown } | undefined;

/** Puts this look before a method of a class. */
export function watch(prototype: object, name: string, meet: Meet): void {
  const own: unknown = Reflect.get(prototype, name);
  if (typeof own !== 'function') return;
  const watched: OwnMethod = function watched(...given) {
    const taken = meet(this, name, given, own as OwnMethod);
    return taken === undefined ? Reflect.apply(own as OwnMethod, this, given) : taken.answer;
  };
  Object.defineProperty(prototype, name, { value: watched, configurable: true, writable: true });
}

/**
 * Puts it before methods that each subclass writes itself, and which the base class therefore does not have: a class is
 * watched once the first of its objects is made.
 */
export function watchSubclasses(base: object, names: readonly string[], meet: Meet): void {
  watchMaking(base, subclassWatch(base, names, meet));
}

/** The same for the class of each object that it is given. */
export function subclassWatch(
  base: object,
  names: readonly string[],
  meet: Meet,
): (made: object) => void {
  const watched = new WeakSet([(base as Class).prototype]);
  return (made) => {
    let own = Object.getPrototypeOf(made) as object | null;
    for (; own !== null && !watched.has(own); own = Object.getPrototypeOf(own) as object | null) {
      watched.add(own);
      for (const name of names) if (Object.hasOwn(own, name)) watch(own, name, meet);
    }
  };
}

/** Looks at each object of this class as soon as the class above has made its part of it. */
export function watchMaking(
  base: object,
  look: (made: object, given: readonly unknown[]) => void,
): void {
  const watching = new Proxy(Object.getPrototypeOf(base) as Class, {
    construct(above, given: readonly unknown[], target) {
      const made = Reflect.construct(above, given, target) as object;
      look(made, given);
      return made;
    },
  });
  // What a constructor calls as `super` is the prototype of its class.
  Object.setPrototypeOf(base, watching);
}
