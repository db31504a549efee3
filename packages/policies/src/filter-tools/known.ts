/** Thrown when a fact is read that nobody told. */
export class UnknownFact extends Error {
  constructor(fact: string) {
    super(`nobody told ${fact}`);
  }
}

/** The same object, of which a property that is not there throws `UnknownFact` when it is read; `in` tells beforehand. */
export function known<T extends object>(facts: T): T {
  return new Proxy(facts, {
    get(target, key) {
      const value: unknown = Object.hasOwn(target, key) ? Reflect.get(target, key) : undefined;
      if (value === undefined && typeof key === 'string') throw new UnknownFact(key);
      return value;
    },
  });
}
