/** Thrown by reading an unknown fact. */
export class UnknownFact extends Error {
  constructor(fact: string) {
    super(`nobody told ${fact}`);
  }
}

/** Wraps an object so that reading a missing property throws `UnknownFact`. Use `in` to test for a property first. */
export function known<T extends object>(facts: T): T {
  return new Proxy(facts, {
    get(target, key) {
      const value: unknown = Object.hasOwn(target, key) ? Reflect.get(target, key) : undefined;
      if (value === undefined && typeof key === 'string') throw new UnknownFact(key);
      return value;
    },
    has: (target, key) => Reflect.get(target, key) !== undefined,
  });
}
