import { InterposeError, type Hooks } from '@interpose/core';
import { methodOn, shadowed, type Method } from './shadowed.ts';

/**
 * The mark of a hooked value, which other copies of the adapter can read too.
 *
 * @example
 * const tag: Tag = { hooks, target: {} };
 */
export interface Tag {
  readonly hooks: Hooks;
  /** The object that was hooked. */
  readonly target: object;
}

/**
 * The tags of one adapter.
 *
 * @example
 * const tags: Tags = makeTags('toy');
 */
export interface Tags {
  /** The property under which a hooked value has its tag. */
  readonly key: symbol;
  /** Returns the tag of a hooked value; undefined for anything else. */
  of(value: unknown): Tag | undefined;
  /** Marks a value as hooked; the mark is neither enumerated nor copied by a spread. */
  mark<T extends object>(value: T, tag: Tag): T;
  /** Returns the object that this registry hooked, or the value itself: a registry adds one layer only. */
  unhooked<T>(value: T, hooks: Hooks): T;
}

/**
 * Returns tags under a symbol that every copy of the adapter finds.
 *
 * @example
 * const tags = makeTags('toy');
 * const hooked = tags.mark({ ask: () => 'hello' }, { hooks, target: {} });
 * tags.of(hooked)?.hooks === hooks; // => true
 */
export function makeTags(adapter: string): Tags {
  const key = Symbol.for(`interpose.${adapter}.hooked`);
  const of = (value: unknown): Tag | undefined =>
    (typeof value === 'object' && value !== null) || typeof value === 'function'
      ? (value as { readonly [tag: symbol]: Tag | undefined })[key]
      : undefined;
  return {
    key,
    of,
    mark: (value, tag) => Object.defineProperty(value, key, { value: tag, configurable: true }),
    unhooked<T>(value: T, hooks: Hooks): T {
      const tag = of(value);
      return tag?.hooks === hooks ? (tag.target as T) : value;
    },
  };
}

/**
 * How the members of a hooked value that are not replaced behave.
 *
 * @example
 * const overlay: Overlay = { methodsRunOn: 'target' };
 */
export interface Overlay {
  /**
   * `target`, the default: other methods run on the original object, as classes with private fields need it; `proxy`: they run on
   * the hooked value, so that they call the replaced members.
   */
  readonly methodsRunOn?: 'target' | 'proxy';
  /** The tag of the hooked value. */
  readonly tagged?: { readonly by: Tags; readonly tag: Tag };
}

/**
 * Returns a proxy of an object with some members replaced; it is still an instance of its class. A member that the
 * object itself does not have is not added.
 *
 * @example
 * const loud = withMembers(new Map([['a', 1]]), { get: () => 2 });
 * loud.get('a'); // => 2
 * loud.has('a'); // => true
 */
export function withMembers<T extends object>(
  target: T,
  members: Readonly<Record<PropertyKey, unknown>>,
  { methodsRunOn = 'target', tagged }: Overlay = {},
): T {
  const keys = Reflect.ownKeys(members);
  if (!Object.isExtensible(target) || keys.some((key) => isFixed(target, key))) {
    const had = keys.filter((key) => key in target);
    const kept = Object.fromEntries(had.map((key) => [key, members[key]] as const));
    const marked = tagged === undefined ? kept : tagged.by.mark(kept, tagged.tag);
    return shadowed(target, marked, methodsRunOn);
  }
  const methods = new Map<PropertyKey, unknown>();
  const hooked: T = new Proxy(target, {
    get(original, key): unknown {
      if (Object.hasOwn(members, key) && key in original) return members[key];
      if (key === tagged?.by.key) return tagged.tag;
      // A getter that reads a private field finds it in the object itself only.
      const value: unknown = Reflect.get(original, key, original);
      if (value === original) return hooked;
      if (methodsRunOn === 'proxy' || typeof value !== 'function' || key === 'constructor')
        return value;
      if (!methods.has(key))
        methods.set(
          key,
          isFixed(original, key) ? value : methodOn(original, value as Method, hooked),
        );
      return methods.get(key);
    },
  });
  return hooked;
}

/** Whether an object fixes a member of its own, so that a proxy of the object can show nothing else. */
function isFixed(target: object, key: PropertyKey): boolean {
  const { configurable, writable } = Reflect.getOwnPropertyDescriptor(target, key) ?? {};
  return configurable === false && writable === false;
}

/**
 * Returns a copy of an object with some members replaced; its prototype and its hidden properties are kept.
 *
 * @example
 * const tool = { name: 'pay', run: () => 'paid' };
 * cloneWith(tool, { run: () => 'refused' }).run(); // => 'refused'
 */
export function cloneWith<T extends object>(value: T, members: object): T {
  return Object.create(Object.getPrototypeOf(value) as object | null, {
    ...Object.getOwnPropertyDescriptors(value),
    ...Object.getOwnPropertyDescriptors(members),
  }) as T;
}

/**
 * Returns the error for something that `withHooks` does not take; `expected` says what to pass instead.
 *
 * @example
 * unknownTarget(7, 'pass an agent').code; // => 'target_unknown'
 */
export function unknownTarget(target: unknown, expected: string): InterposeError {
  return new InterposeError(
    'target_unknown',
    `${describe(target)} is nothing that hooks can be put around`,
    expected,
  );
}

function describe(target: unknown): string {
  if (typeof target !== 'object' || target === null) return `a value of type ${typeof target}`;
  const { constructor } = target as { readonly constructor?: { readonly name?: string } };
  return `this ${constructor?.name ?? 'object'}`;
}
