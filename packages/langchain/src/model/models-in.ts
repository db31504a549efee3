import { isDict, passUnmediated, type Hooking } from '@interpose/adapter-kit';
import { surface } from '../coverage/require-enforced.ts';
import { TAGS } from '../targets/hook-object.ts';
import { isModel, isRunner } from '../targets/shapes.ts';

/** Returns the hooked part; `undefined` for a part that it cannot hook. */
type Hook = (part: unknown) => object | undefined;

/** The fields in which LangChain's bindings, sequences, maps, branches and fallbacks keep the runnables they call. */
export const PARTS: readonly string[] =
  'bound first middle last runnable fallbacks steps mapper branches default runnables'.split(' ');

/** Returns the first model or graph in a runnable that is hooked. */
export function hookedPartOf(value: unknown): object | undefined {
  if (TAGS.of(value) !== undefined && (isModel(value) || isRunner(value))) return value;
  for (const [, part] of partsIn(value)) {
    const found = hookedPartOf(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the fields of a runnable that keep its parts; all of a plain object or a list. */
function partsIn(value: unknown): readonly [key: string, part: unknown][] {
  if (!isDict(value) && !Array.isArray(value)) return [];
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  const fields = Object.entries(value);
  return isPlain ? fields : fields.filter(([key]) => PARTS.includes(key));
}

/** Returns a copy of a runnable with its parts hooked; `undefined` if no part could be hooked. */
export function hookedIn(value: unknown, hook: Hook): object | undefined {
  const hooked = hook(value);
  if (hooked !== undefined) return hooked;
  const parts = partsIn(value).flatMap(([key, part]): [string, object][] => {
    const own = hookedIn(part, hook);
    return own === undefined ? [] : [[key, own]];
  });
  if (parts.length === 0) return undefined;
  const copy: object = Array.isArray(value)
    ? []
    : (Object.create(Object.getPrototypeOf(value) as object) as object);
  return Object.assign(copy, value, Object.fromEntries(parts));
}

/**
 * Hooks the fallbacks of a hooked model or graph.
 *
 * @throws InterposeError `not_enforced` with `require: 'enforced'`, for a fallback in which nothing can be hooked.
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
