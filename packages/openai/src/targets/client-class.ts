import type { Hooks } from '@interpose/core';
import { withHooks, type Hookable } from '../with-hooks.ts';

/** A class whose instances are clients. */
type ClientClass = new (...given: never[]) => object;

/** The hooked class for each class of the SDK. All files of the SDK that an app loads export the same classes. */
const standIns = new WeakMap<object, ClientClass>();

/** Replaces the client classes that are members of a module, or of a client class, by hooked classes. */
export function hookClasses<T extends object>(holder: T, hooks: Hooks): T {
  for (const name of Object.getOwnPropertyNames(holder)) {
    const own: unknown = Reflect.get(holder, name);
    if (isClientClass(own))
      Object.defineProperty(holder, name, { value: hookClientClass(own, hooks) });
  }
  return holder;
}

/** Returns what an object inherits from; for a class of the SDK that was hooked, the hooked class. */
export function parentOf(heir: object): object {
  const parent = Object.getPrototypeOf(heir) as object;
  return standIns.get(parent) ?? parent;
}

/** Whether a value is a client class, recognised by the method that sends its clients' requests. */
function isClientClass(value: unknown): value is ClientClass {
  const found = value as { readonly prototype?: { readonly fetchWithTimeout?: unknown } } | null;
  return found?.prototype?.fetchWithTimeout !== undefined;
}

/**
 * Returns the hooked class for a class of the SDK. From now on the class's clients and its static members lead to
 * hooked classes too: clients of a class that an app reaches in another way would pass no hooks.
 */
function hookClientClass(own: ClientClass, hooks: Hooks): ClientClass {
  const known = standIns.get(own);
  if (known !== undefined) return known;
  const hooked = new Proxy<ClientClass>(own, {
    construct: (...asked) => withHooks(Reflect.construct(...asked) as Hookable, hooks),
    getPrototypeOf: parentOf,
  });
  standIns.set(own, hooked).set(hooked, hooked);
  Object.defineProperty(own.prototype, 'constructor', { value: hooked });
  return hookClasses(hooked, hooks);
}
