import { isDict, passUnmediated, type Hooking } from '@interpose/adapter-kit';
import { surface } from '../coverage/require-enforced.ts';

/** Hooks what it knows how to hook; undefined for anything else. */
type Hook = (part: unknown) => object | undefined;

/** Where bindings, sequences, maps, branches and fallbacks of LangChain keep what they run. */
export const PARTS: readonly string[] =
  'bound first middle last runnable fallbacks steps mapper branches default runnables'.split(' ');

/** A copy around what could be hooked in a runnable; undefined where nothing was. */
export function hookedIn(value: unknown, hook: Hook): object | undefined {
  const hooked = hook(value);
  if (hooked !== undefined) return hooked;
  if (!isDict(value) && !Array.isArray(value)) return undefined;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  const parts = Object.entries(value).flatMap(([key, part]): [string, object][] => {
    const own = isPlain || PARTS.includes(key) ? hookedIn(part, hook) : undefined;
    return own === undefined ? [] : [[key, own]];
  });
  if (parts.length === 0) return undefined;
  const copy: object = Array.isArray(value)
    ? []
    : (Object.create(Object.getPrototypeOf(value) as object) as object);
  return Object.assign(copy, value, Object.fromEntries(parts));
}

/**
 * Hooks what a hooked model or graph turns to when it fails.
 *
 * @throws InterposeError `not_enforced` where nothing to hook is in sight and `require: 'enforced'` was asked for.
 */
export function hookFallbacks(made: object, hooking: Hooking, hook: Hook): void {
  const { fallbacks } = made as { readonly fallbacks?: unknown };
  if (!Array.isArray(fallbacks)) return;
  const hooked = (fallbacks as readonly unknown[]).map((each) => {
    const found = hookedIn(each, hook);
    if (found === undefined) passUnmediated('fallback without a model', surface, hooking);
    return found ?? each;
  });
  Object.assign(made, { fallbacks: hooked });
}
