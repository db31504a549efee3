import {
  isDeclared,
  isSchema,
  passUnmediated,
  type Hooking,
  type KnownSurface,
} from '@interpose/adapter-kit';
import { EXPORTS, OPTIONS, UNMEDIATED } from './declared.ts';

/** The paths and options that the census of the AI SDK knows. */
export const surface: KnownSurface = {
  adapter: 'ai-sdk',
  unmediated: UNMEDIATED,
  // These options are data of the app, of any size: the conversation, and the arguments for its own `prepareCall`.
  options: new Set([...OPTIONS, 'messages', 'prompt', 'options']),
};

/** Wraps the exports that are neither hooked nor known to be harmless, so that each use of them is noted. */
export function noteUses(
  module: Readonly<Record<string, unknown>>,
  hooked: Readonly<Record<string, unknown>>,
  hooking: Hooking,
): Record<string, unknown> {
  const open = Object.entries(module).filter(
    ([name, own]) => !(name in hooked) && isOpen(name, own, hooking),
  );
  const note = (name: string, own: unknown): Callable =>
    noted(own as Callable, () => passUnmediated(name, surface, hooking));
  return Object.fromEntries(open.map(([name, own]) => [name, note(name, own)]));
}

/** Returns the same function, class or object; `note` is called at each use, also of its callable members. */
function noted(own: Callable, note: () => void): Callable {
  return new Proxy(own, {
    apply(target, self, given: unknown[]): unknown {
      note();
      return Reflect.apply(target, self, given);
    },
    construct(target, given: unknown[], newTarget): object {
      note();
      return Reflect.construct(target, given, newTarget) as object;
    },
    get(target, key): unknown {
      const value: unknown = Reflect.get(target, key);
      if (isOfLanguage(target, key) || !canBeCalled(value)) return value;
      note();
      const isFixed = Reflect.getOwnPropertyDescriptor(target, key)?.writable === false;
      // A method can read private fields only on the object itself.
      return isFixed || typeof value !== 'function' ? value : (value as Callable).bind(target);
    },
  });
}

type Callable = (...given: unknown[]) => unknown;

/** Whether every function, or every object, has this member. */
function isOfLanguage(target: object, key: PropertyKey): boolean {
  if (key === 'prototype' || key in Object.prototype) return true;
  return typeof target === 'function' && key in Function.prototype;
}

function isOpen(name: string, own: unknown, { options }: Hooking): boolean {
  if (!canBeCalled(own) || EXPORTS.has(name) || isSchema(own)) return false;
  const { prototype } = own as { readonly prototype?: unknown };
  if (prototype instanceof Error) return false;
  return options.require === 'enforced' || !isDeclared(name, UNMEDIATED);
}

/** Whether the value can be called: a function, a class, or an object with functions, up to three levels deep. */
function canBeCalled(own: unknown, depth = 3): own is object {
  if (typeof own !== 'object' || own === null) return typeof own === 'function';
  if (depth === 0 || own === Object.prototype || Array.isArray(own)) return false;
  const held = Object.values(Object.getOwnPropertyDescriptors(own)).map(
    // The descriptor of an accessor holds functions itself.
    (member): unknown => ('value' in member ? member.value : member),
  );
  return (
    held.some((each) => each !== own && canBeCalled(each, depth - 1)) ||
    canBeCalled(Object.getPrototypeOf(own), depth)
  );
}
