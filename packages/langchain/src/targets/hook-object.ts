import { Runnable } from '@langchain/core/runnables';
import type { Hooks } from '@interpose/core';
import { includesHooks } from '@interpose/core/adapter';
import { makeTags, type Tags } from '@interpose/adapter-kit';
import { Surroundings } from '../run/storage.ts';
import type { Method } from '../translate/native.ts';

/** Where a hooked value says that it is one, also to another copy of this package. */
export const TAGS: Tags = makeTags('langchain');

type Members = Readonly<Record<PropertyKey, unknown>>;

/** An object of the app while one of its own methods runs, and what is hooked of it. */
interface OwnMethod {
  readonly root: object;
  readonly hooked: object;
  /** For what else the method calls: a model may have made another one of itself. */
  readonly adopt?: Adopt;
}

/** Hooks a model that is asked; undefined for anything else. */
export type Adopt = (part: object) => object | undefined;

const ownMethods = new Surroundings<OwnMethod>();

/** Runs a method of the app's own class on the object itself, where its private fields are; it gives back what is hooked. */
export function runOwn(own: OwnMethod, method: Method, given: readonly unknown[]): unknown {
  const answer = ownMethods.run<unknown>(own, () => Reflect.apply(method, own.root, given));
  if (GENERATORS.has(Object.prototype.toString.call(answer))) goOnWithin(answer as Generator, own);
  return whenCome(answer, (came) => (came === own.root ? own.hooked : came));
}

/** What came, or comes of a promise, as it is shown. A promise with more than a promise has, as clients give them, stays. */
export function whenCome(came: unknown, show: (came: unknown) => unknown): unknown {
  return came instanceof Promise && came.constructor === Promise ? came.then(show) : show(came);
}

/** Runs something that may ask models which it keeps to itself: each is asked as `adopt` hooks it. */
export function adopting<T>(adopt: Adopt, act: () => T): T {
  return ownMethods.run({ root: act, hooked: act, adopt }, act);
}

const GENERATORS: ReadonlySet<string> = new Set(['[object Generator]', '[object AsyncGenerator]']);

/** A generator comes to its code when somebody reads, who is no method of the app's class. */
function goOnWithin(generator: Generator | AsyncGenerator, own: OwnMethod): void {
  for (const name of ['next', 'return', 'throw'] as const) {
    const step = generator[name].bind(generator) as Method;
    const value: Method = (...given) => ownMethods.run(own, () => step(...given));
    Object.defineProperty(generator, name, { value, configurable: true, writable: true });
  }
}

/** True where one of this object's own methods is calling. */
export function isOwnMethod(self: object): boolean {
  return ownMethods.get()?.root === self;
}

/** Calls a method of what is hooked of this object, where one of the app's own methods is calling; else undefined. */
export function callHooked(
  self: object,
  key: PropertyKey,
  given: readonly unknown[],
): { readonly answer: unknown } | undefined {
  const own = ownMethods.get();
  const hooked = own?.root === self ? own.hooked : own?.adopt?.(self);
  if (hooked === undefined) return undefined;
  const method = Reflect.get(hooked, key) as Method;
  // What happens below the hooks is no call of that method any more.
  return { answer: ownMethods.leave(() => Reflect.apply(method, hooked, given)) };
}

/** Runs what is below the hooks: what it calls is no call of the app's own methods any more. */
export function leaveOwnMethods<T>(act: () => T): T {
  return ownMethods.leave(act);
}

/**
 * The same object with some methods replaced, once for each registry; it is still an instance of its class. LangChain's
 * own methods call the replaced ones, and so do those of the app's class, which run on the object itself.
 */
export function hookObject<T extends object>(target: T, hooks: Hooks, members: Members): T {
  if (TAGS.of(target)?.hooks === hooks) return target;
  const tag = { hooks, target };
  const root = rootOf(target);
  const runsItself = lead(root, members);
  return new Proxy(target, {
    get(original, key, hooked): unknown {
      if (key === TAGS.key) return tag;
      if (Object.hasOwn(members, key) && key in original) return members[key];
      const value: unknown = Reflect.get(root, key, root);
      const isShared = !runsItself || key === 'constructor' || key === 'asRetriever';
      if (typeof value !== 'function' || isShared || key in Runnable.prototype) return value;
      const own = { root, hooked: hooked as object };
      return (...given: readonly unknown[]) => runOwn(own, value as Method, given);
    },
  });
}

/** True for what was hooked with these hooks, or with those that they extend, in whatever layer. */
export function passesHooks(value: object, hooks: Hooks): boolean {
  let tag = TAGS.of(value);
  while (tag !== undefined && !includesHooks(tag.hooks, hooks)) tag = TAGS.of(tag.target);
  return tag !== undefined;
}

/** What stands below every layer of hooks. */
export function rootOf(target: object): object {
  const below = TAGS.of(target)?.target;
  return below === undefined ? target : rootOf(below);
}

const led = new WeakSet<object>();

/** Lets the object's own methods find the replaced ones; false where it is frozen. */
function lead(root: object, members: Members): boolean {
  if (led.has(root)) return true;
  if (!Object.isExtensible(root)) return false;
  led.add(root);
  for (const key of Reflect.ownKeys(members)) {
    const own: unknown = Reflect.get(root, key);
    if (typeof own === 'function') leadTo(root, key, own as Method);
  }
  return true;
}

/** A gate that stood before the method stands before what the app puts in its place later. */
function leadTo(root: object, key: PropertyKey, own: Method): void {
  const before = Object.getOwnPropertyDescriptor(root, key);
  const through = (below: unknown): unknown =>
    typeof below !== 'function'
      ? below
      : (...given: readonly unknown[]) => {
          const called = callHooked(root, key, given);
          return called === undefined
            ? (Reflect.apply(below, root, given) as unknown)
            : called.answer;
        };
  let value = through(own);
  const kept = before?.set && {
    get: () => value,
    set(next: unknown) {
      before.set?.call(root, next);
      value = through(before.get?.call(root));
    },
  };
  Object.defineProperty(root, key, { ...(kept ?? { value, writable: true }), configurable: true });
}
