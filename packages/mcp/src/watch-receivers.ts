import { originalRan } from '@interpose/adapter-kit';
import type { NativeTransport } from './messages/transport.ts';

/** The receivers of a transport's incoming messages and errors. */
const RECEIVERS = ['onmessage', 'onerror'] as const;

/** The receivers that hooked transports set themselves. */
const policed = new WeakSet<object>();

/** Marks a receiver that passes everything to the hooks. */
export function policedReceiver<T extends object>(receiver: T): T {
  policed.add(receiver);
  return receiver;
}

const watched = new WeakSet<NativeTransport>();

/**
 * Watches an original for receivers that would get messages without hooks: each is reported once, like a run of the
 * original, and refused if `require: 'enforced'` was asked for. The original must be watched as well.
 */
export function watchReceivers(native: NativeTransport): void {
  if (watched.has(native) || !Object.isExtensible(native)) return;
  watched.add(native);
  for (const name of RECEIVERS) watchReceiver(native, name);
}

function watchReceiver(native: NativeTransport, name: (typeof RECEIVERS)[number]): void {
  const own = Reflect.getOwnPropertyDescriptor(native, name);
  if (own?.configurable === false) return;
  const { get, set: put, isOwn } = slotOf(native, name);
  const define = (enumerable: boolean): void =>
    void Object.defineProperty(native, name, watch(enumerable));
  const watch = (enumerable: boolean): PropertyDescriptor => ({
    get,
    set(receiver: unknown) {
      refuseUnpoliced(native, receiver);
      // A receiver that the transport did not have yet comes after its other members, as without hooks.
      if (isOwn && !enumerable && Reflect.deleteProperty(native, name)) define(true);
      put(receiver);
    },
    enumerable,
    configurable: true,
  });
  define(own?.enumerable ?? false);
}

interface Slot {
  readonly get: () => unknown;
  readonly set: (receiver: unknown) => void;
  /** False if it is kept elsewhere, so that it is no member of the transport itself. */
  readonly isOwn: boolean;
}

/** Returns where the receiver is kept: in the transport's accessor, which may lead to another transport, or here. */
function slotOf(native: NativeTransport, name: string): Slot {
  for (let owner: unknown = native; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const { get, set } = Reflect.getOwnPropertyDescriptor(owner as object, name) ?? {};
    if (set !== undefined)
      return {
        get: () => get?.call(native) as unknown,
        set: (receiver) => set.call(native, receiver),
        isOwn: false,
      };
  }
  let kept: unknown = Reflect.get(native, name);
  return {
    get: () => kept,
    set(receiver) {
      kept = receiver;
    },
    isOwn: true,
  };
}

/** @throws InterposeError `unhooked_original` where everything has to be enforced. */
function refuseUnpoliced(native: NativeTransport, receiver: unknown): void {
  if (typeof receiver !== 'function' || policed.has(receiver)) return;
  const refusal = originalRan(native);
  if (refusal !== undefined) throw refusal;
}
