import { madeOnce, unwatched } from '@interpose/adapter-kit';
import type { HookedTransport } from './hooked-transport.ts';
import type { NativeTransport } from './messages/transport.ts';

type Method = (this: unknown, ...given: unknown[]) => unknown;

/**
 * Returns the transport as its own methods see it: messages that they send pass the hooks, and messages that they
 * report go the usual way. It is the native one if no method but `send` sends, as in the SDK, so that those stay fast.
 */
export function selfOf(native: NativeTransport, hooked: HookedTransport): object {
  if (!sendsItself(native)) return native;
  const bound = new WeakMap<Method, Method>();
  return new Proxy(native, {
    get(target, key) {
      if (key === 'send') return hooked.send;
      const value = unwatched<unknown>(Reflect.get(target, key, target));
      if (typeof value !== 'function' || key === 'constructor' || Object.hasOwn(target, key))
        return value;
      const method = value as Method;
      if (!bound.has(method)) bound.set(method, needsItself(method) ? method.bind(target) : method);
      return bound.get(method);
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
}

/**
 * Whether a method may need the native transport itself: private fields, also those of a superclass, do not work on a
 * proxy, and code that is given `this` may look for that very object.
 */
export function needsItself(method: Method): boolean {
  return /#|\bsuper\b|\bthis\b(?!\s*(?:\?\.|\.|\[))/.test(sourceOf(method));
}

/** Whether a method besides `send` sends as well; only its source shows that. */
function sendsItself(native: object): boolean {
  let owner: object | null = native;
  while (owner !== null && owner !== Object.prototype) {
    if (holdsSender(owner)) return true;
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return false;
}

/** The result for each class, since a server makes a transport for each of its clients. */
const senders = new WeakMap<object, boolean>();

function holdsSender(owner: object): boolean {
  return madeOnce(senders, owner, () =>
    Object.entries(Object.getOwnPropertyDescriptors(owner)).some(
      ([name, { value }]) =>
        typeof value === 'function' &&
        name !== 'send' &&
        name !== 'constructor' &&
        /\.\s*send\b/.test(sourceOf(value as Method)),
    ),
  );
}

function sourceOf(method: Method): string {
  return Function.prototype.toString.call(method);
}
