import type { Hooks } from '@interpose/core';
import { withHooks, type Hookable } from '../with-hooks.ts';

/** A class whose instances are clients. */
type ClientClass = new (...given: never[]) => object;

/** By class, the one that stands for it: every file of the SDK that an app loads passes on the same classes. */
const standIns = new WeakMap<object, ClientClass>();

/** Puts hooked classes in the place of the classes of clients that are members of a module, or of one of them. */
export function hookClasses<T extends object>(holder: T, hooks: Hooks): T {
  for (const name of Object.getOwnPropertyNames(holder)) {
    const own: unknown = Reflect.get(holder, name);
    if (isClientClass(own))
      Object.defineProperty(holder, name, { value: hookClientClass(own, hooks) });
  }
  return holder;
}

/** What something inherits from; where that is a class, the one that stands for it. */
export function parentOf(heir: object): object {
  const parent = Object.getPrototypeOf(heir) as object;
  return standIns.get(parent) ?? parent;
}

/** A class of clients, by what its clients send their requests with. */
function isClientClass(value: unknown): value is ClientClass {
  const found = value as { readonly prototype?: { readonly fetchWithTimeout?: unknown } } | null;
  return found?.prototype?.fetchWithTimeout !== undefined;
}

/**
 * A class that stands for one of the SDK, whose clients are hooked. It is what that class and its clients lead to from now
 * on, whoever holds them: a class of clients that is reached by another way would pass no hooks.
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
