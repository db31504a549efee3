import {
  isDeclared,
  passUnmediated,
  type Hooking,
  type KnownSurface,
} from '@interpose/adapter-kit';
import { EXPORTS, OPTIONS, UNMEDIATED } from './declared.ts';

/** What the census of the AI SDK knows. */
export const surface: KnownSurface = {
  adapter: 'ai-sdk',
  unmediated: UNMEDIATED,
  options: OPTIONS,
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
  return Object.fromEntries(
    open.map(([name, own]) => {
      const note = (): void => passUnmediated(name, surface, hooking);
      return [name, noted(own as Callable, note)] as const;
    }),
  );
}

/** The same function, class or object of functions; `note` is called at each use, also of what it has as a class. */
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
    get(target, key, receiver): unknown {
      const value: unknown = Reflect.get(target, key, receiver);
      const isStatic = typeof value === 'function' && !(key in Function.prototype);
      return isStatic && key !== 'prototype' ? noted(value as Callable, note) : value;
    },
  });
}

type Callable = (...given: unknown[]) => unknown;

function isOpen(name: string, own: unknown, { options }: Hooking): boolean {
  if (!canBeCalled(own) || EXPORTS.has(name) || isError(own)) return false;
  return options.require === 'enforced' || !isDeclared(name, UNMEDIATED);
}

/** True for a function, a class, and an object that has functions. */
function canBeCalled(own: unknown): own is object {
  if (typeof own !== 'object' || own === null) return typeof own === 'function';
  return Object.values(own).some((member) => typeof member === 'function');
}

function isError(own: object): boolean {
  const { prototype } = own as { readonly prototype?: unknown };
  return prototype instanceof Error;
}
