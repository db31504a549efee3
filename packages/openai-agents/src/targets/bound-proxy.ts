/**
 * The same object with some members replaced. Its other methods run on the object itself: the SDK's classes have
 * private fields, which a proxy has not.
 */
export function boundProxy<T extends object>(
  target: T,
  members: { readonly [K in keyof T]?: T[K] },
): T {
  return new Proxy(target, {
    get(object, key): unknown {
      if (Object.hasOwn(members, key)) return members[key as keyof T];
      const value: unknown = Reflect.get(object, key, object);
      return typeof value === 'function' ? (value as Bindable).bind(object) : value;
    },
  });
}

interface Bindable {
  bind(target: object): unknown;
}
