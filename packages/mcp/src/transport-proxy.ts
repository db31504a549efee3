import { unwatched } from '@interpose/adapter-kit';
import type { HookedTransport } from './hooked-transport.ts';
import type { NativeTransport } from './messages/transport.ts';
import { needsItself, selfOf } from './own-methods.ts';

type Method = (this: unknown, ...given: unknown[]) => unknown;

/** The members of the hooked transport; all others are those of the native one. */
const OWN: ReadonlySet<PropertyKey> = new Set(['send', 'close', 'onmessage', 'onclose', 'onerror']);

/** The objects that stand for one transport: the native one, the one that its methods see, and the hooked ones. */
interface Faces {
  readonly native: NativeTransport;
  readonly self: object;
  readonly hooked: HookedTransport;
  readonly proxy: object;
}

type Class = new (...given: unknown[]) => object;

/** Returns a proxy of the transport with hooks; `hookMade` hooks every transport that its `constructor` makes. */
export function transportProxy(
  native: NativeTransport,
  hooked: HookedTransport,
  hookMade: (made: object) => object,
): object {
  const bound = new WeakMap<Method, Method>();
  let hookedClass: Class | undefined;
  const root = roots.get(native) ?? native;
  const self = selfOf(root, hooked);
  const proxy: object = new Proxy(native, {
    get(target, key) {
      const owner = OWN.has(key) ? hooked : target;
      const value = unwatched<unknown>(Reflect.get(owner, key, owner));
      if (typeof value !== 'function' || owner !== target) return value;
      if (key === 'constructor') return (hookedClass ??= classOf(value as Class, hookMade));
      return bindOnce(bound, value as Method, { native, self, hooked, proxy });
    },
    set(target, key, value) {
      const owner = OWN.has(key) ? hooked : target;
      return Reflect.set(owner, key, value, owner);
    },
    defineProperty(target, key, descriptor) {
      if (!OWN.has(key)) return Reflect.defineProperty(target, key, descriptor);
      return 'value' in descriptor && Reflect.set(hooked, key, descriptor.value, hooked);
    },
  });
  roots.set(proxy, root);
  return proxy;
}

/** Returns a class that hooks its instances: a client of SDK 2.4 asks for a server's version on one more transport. */
function classOf(native: Class, hookMade: (made: object) => object): Class {
  return new Proxy(native, {
    construct: (target, given: unknown[]) =>
      hookMade(Reflect.construct<unknown[], object>(target, given)),
  });
}

/** The native transport below all layers of hooks around it. */
const roots = new WeakMap<object, NativeTransport>();
/** The bound methods of all hooked transports: an outer layer calls one with the object that it has to run on. */
const made = new WeakSet<object>();
const selves = new WeakSet<object>();

/**
 * Binds a method to the transport whose `send` passes the hooks, or to the native one if the method needs that. A
 * method that would return the transport returns the hooked one.
 */
function bindOnce(
  bound: WeakMap<Method, Method>,
  method: Method,
  { native, self, hooked, proxy }: Faces,
): Method {
  const known = bound.get(method);
  if (known !== undefined) return known;
  selves.add(self);
  const isNative = !made.has(method) && needsItself(method);
  const run = function (this: unknown, ...given: unknown[]): unknown {
    const target = isNative ? native : selves.has(this as object) ? this : self;
    const outcome = hooked.call(() => method.apply(target, given));
    return outcome === native || outcome === target ? proxy : outcome;
  };
  made.add(run);
  bound.set(method, run);
  return run;
}
