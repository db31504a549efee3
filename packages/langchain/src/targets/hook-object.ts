import { Runnable } from '@langchain/core/runnables';
import type { Hooks } from '@interpose/core';
import { includesHooks } from '@interpose/core/adapter';
import { makeTags, Surroundings, type Tags } from '@interpose/adapter-kit';
import type { Method } from '../translate/native.ts';

/** The tags of hooked values. A second copy of this package reads them as well. */
export const TAGS: Tags = makeTags('langchain');

type Members = Readonly<Record<PropertyKey, unknown>>;

/** An object of the app while one of its own methods runs, and the hooked form of the object. */
interface OwnMethod {
  readonly root: object;
  readonly hooked: object;
  /** Hooks other objects that the method calls: a model may have made another model from itself. */
  readonly adopt?: Adopt;
}

/** Returns the hooked form of a model that is called; `undefined` for anything else. */
export type Adopt = (part: object) => object | undefined;

const ownMethods = new Surroundings<OwnMethod>();

/** Runs a method of the app's class on `root`, which has its private fields; a returned `root` becomes `hooked`. */
export function runOwn(own: OwnMethod, method: Method, given: readonly unknown[]): unknown {
  const answer = ownMethods.run<unknown>(own, () => Reflect.apply(method, own.root, given));
  if (GENERATORS.has(Object.prototype.toString.call(answer))) goOnWithin(answer as Generator, own);
  return whenCome(answer, (came) => (came === own.root ? own.hooked : came));
}

/** Applies `show` to a value, or to the result of a promise. A client's promise with more methods stays as it is. */
export function whenCome(came: unknown, show: (came: unknown) => unknown): unknown {
  return came instanceof Promise && came.constructor === Promise ? came.then(show) : show(came);
}

/** Runs a function that may call models which nobody else can reach: each of them is called as `adopt` hooks it. */
export function adopting<T>(adopt: Adopt, act: () => T): T {
  return ownMethods.run({ root: act, hooked: act, adopt }, act);
}

const GENERATORS: ReadonlySet<string> = new Set(['[object Generator]', '[object AsyncGenerator]']);

/** Runs each later step of a generator as part of its method, because a reader outside of the method asks for it. */
function goOnWithin(generator: Generator | AsyncGenerator, own: OwnMethod): void {
  for (const name of ['next', 'return', 'throw'] as const) {
    const step = generator[name].bind(generator) as Method;
    const value: Method = (...given) => ownMethods.run(own, () => step(...given));
    Object.defineProperty(generator, name, { value, configurable: true, writable: true });
  }
}

/** Whether one of this object's own methods is the caller. */
export function isOwnMethod(self: object): boolean {
  return ownMethods.get()?.root === self;
}

/** Calls the hooked method of this object, if one of the app's own methods is the caller; else returns `undefined`. */
export function callHooked(
  self: object,
  key: PropertyKey,
  given: readonly unknown[],
): { readonly answer: unknown } | undefined {
  const own = ownMethods.get();
  const hooked = own?.root === self ? own.hooked : own?.adopt?.(self);
  if (hooked === undefined) return undefined;
  const method = Reflect.get(hooked, key) as Method;
  // Code below the hooks does not belong to the app's method any more.
  return { answer: ownMethods.leave(() => Reflect.apply(method, hooked, given)) };
}

/** Runs code below the hooks. Its calls do not count as calls of the app's own methods. */
export function leaveOwnMethods<T>(act: () => T): T {
  return ownMethods.leave(act);
}

/**
 * Returns a proxy of the object, still an instance of its class, with some methods replaced, one for each registry.
 * LangChain's own methods call the replaced ones. So do methods of the app's class, which run on the object itself.
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

/** Whether the value was hooked, in any layer, with these hooks or with hooks that these extend. */
export function passesHooks(value: object, hooks: Hooks): boolean {
  let tag = TAGS.of(value);
  while (tag !== undefined && !includesHooks(tag.hooks, hooks)) tag = TAGS.of(tag.target);
  return tag !== undefined;
}

/** Returns the object below all layers of hooks. */
export function rootOf(target: object): object {
  const below = TAGS.of(target)?.target;
  return below === undefined ? target : rootOf(below);
}

const led = new WeakSet<object>();

/** Leads calls of the object's own methods to the replaced ones. Returns false if the object is frozen. */
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

/** Leads one method to its replacement. A gate that stood before it stays when the app assigns another method. */
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
