type Class = new (...given: never) => object;
type OwnMethod = (this: object, ...given: readonly unknown[]) => unknown;

/** Looks at the object of a call; `own` is the called method. Returns an answer if the hooks take the call. */
export type Meet = (
  self: object,
  name: string,
  given: readonly unknown[],
  own: OwnMethod,
) => { readonly answer: unknown } | undefined;

/** Puts `meet` before a method of a class. */
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
 * Puts `meet` before methods that subclasses define themselves, because the base class does not have them. A class is
 * watched as soon as its first object is made.
 */
export function watchSubclasses(base: object, names: readonly string[], meet: Meet): void {
  watchMaking(base, subclassWatch(base, names, meet));
}

/** Returns a function that does the same for the class of each object that it gets. */
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

/** Calls `look` with each new object of this class, as soon as the constructor of the parent class has run. */
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
  // A class finds its `super` constructor through its own prototype, so the proxy goes there.
  Object.setPrototypeOf(base, watching);
}
