import { unwatched } from '@interpose/adapter-kit';
import type { HookedTransport } from './hooked-transport.ts';
import type { NativeTransport } from './messages/transport.ts';

type Method = (...given: unknown[]) => unknown;

/** What a hooked transport answers itself; everything else is the native one's. */
const OWN: ReadonlySet<PropertyKey> = new Set(['send', 'close', 'onmessage', 'onclose', 'onerror']);

/** The transport with hooks around it: of the same class, with the same properties. */
export function transportProxy(native: NativeTransport, hooked: HookedTransport): object {
  const bound = new WeakMap<Method, Method>();
  return new Proxy(native, {
    get(target, key) {
      const owner = OWN.has(key) ? hooked : target;
      const value = unwatched<unknown>(Reflect.get(owner, key, owner));
      return typeof value === 'function' && owner === target && key !== 'constructor'
        ? bindOnce(bound, value as Method, target, hooked)
        : value;
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
}

/** Methods run on the native transport itself, since private fields know no proxy. */
function bindOnce(
  bound: WeakMap<Method, Method>,
  method: Method,
  target: object,
  hooked: HookedTransport,
): Method {
  const known = bound.get(method);
  if (known !== undefined) return known;
  const made: Method = (...given) => hooked.call(() => method.apply(target, given));
  bound.set(method, made);
  return made;
}
