import {
  isDeclared,
  isSchema,
  passUnmediated,
  type Hooking,
  type KnownSurface,
} from '@interpose/adapter-kit';
import { EXPORTS, OPTIONS, UNMEDIATED } from './declared.ts';

/** What the census of the AI SDK knows. */
export const surface: KnownSurface = {
  adapter: 'ai-sdk',
  unmediated: UNMEDIATED,
  // The conversation and what the app hands to its own `prepareCall` are its data, however long.
  options: new Set([...OPTIONS, 'messages', 'prompt', 'options']),
};

/** The exports that neither are hooked nor may be used as they are, each so that its use is noted. */
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

/** The same function, class or object; `note` is called at each use, also of what it has that can be called. */
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
      // A method that reads a private field finds it in the object itself only.
      return isFixed || typeof value !== 'function' ? value : (value as Callable).bind(target);
    },
  });
}

type Callable = (...given: unknown[]) => unknown;

/** True for what every function, or every object, has. */
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

/** True for a function, a class, an object that has functions, and one that has such an object. */
function canBeCalled(own: unknown, depth = 3): own is object {
  if (typeof own !== 'object' || own === null) return typeof own === 'function';
  if (depth === 0 || own === Object.prototype || Array.isArray(own)) return false;
  const held = Object.values(Object.getOwnPropertyDescriptors(own)).map(
    // Of an accessor the descriptor itself has functions.
    (member): unknown => ('value' in member ? member.value : member),
  );
  return (
    held.some((each) => each !== own && canBeCalled(each, depth - 1)) ||
    canBeCalled(Object.getPrototypeOf(own), depth)
  );
}
