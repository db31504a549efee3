import { unwatched } from '@interpose/adapter-kit';
import type { HookedTransport } from './hooked-transport.ts';
import type { NativeTransport } from './messages/transport.ts';

type Method = (this: unknown, ...given: unknown[]) => unknown;

/**
 * The transport as its own methods see it: what they send passes the hooks, and what they say came in takes the usual
 * way. It is the native one where no method beside `send` sends, as in all of the SDK: those stay as fast as they are.
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
 * True for a method that may need the native transport itself: private fields, also those of a superclass, know no
 * proxy, and whoever is handed `this` may look for that very object.
 */
export function needsItself(method: Method): boolean {
  return /#|\bsuper\b|\bthis\b(?!\s*(?:\?\.|\.|\[))/.test(sourceOf(method));
}

/** True where a method beside `send` sends as well; nothing but its source tells that. */
function sendsItself(native: object): boolean {
  let owner: object | null = native;
  while (owner !== null && owner !== Object.prototype) {
    if (holdsSender(owner)) return true;
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return false;
}

/** Classes are looked at once: a server makes a transport for each of its clients. */
const senders = new WeakMap<object, boolean>();

function holdsSender(owner: object): boolean {
  const known = senders.get(owner);
  if (known !== undefined) return known;
  const members = Object.entries(Object.getOwnPropertyDescriptors(owner));
  const isSender = members.some(
    ([name, { value }]) =>
      typeof value === 'function' &&
      name !== 'send' &&
      name !== 'constructor' &&
      /\.\s*send\b/.test(sourceOf(value as Method)),
  );
  senders.set(owner, isSender);
  return isSender;
}

function sourceOf(method: Method): string {
  return Function.prototype.toString.call(method);
}
