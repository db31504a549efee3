import { isDict, passUnmediated, type Hooking } from '@interpose/adapter-kit';
import { UNMEDIATED } from '../coverage/declared.ts';
import { isModel } from '../targets/shapes.ts';
import type { NativeModel } from '../translate/native.ts';

type Hook = (model: NativeModel) => object;

/** Where bindings, sequences and fallbacks of LangChain keep what they run. */
const PARTS = ['bound', 'first', 'middle', 'last', 'runnable', 'fallbacks'] as const;

/** A copy around the hooked models; undefined where no model is in sight. */
export function modelsIn(value: unknown, hook: Hook): object | undefined {
  if (isModel(value)) return hook(value);
  if (Array.isArray(value)) {
    const parts = (value as readonly unknown[]).map((part) => modelsIn(part, hook));
    return parts.some((part) => part !== undefined)
      ? parts.map((part, index) => part ?? (value[index] as unknown))
      : undefined;
  }
  if (!isDict(value)) return undefined;
  const hooked = PARTS.flatMap((key) => {
    const part = modelsIn(value[key], hook);
    return part === undefined ? [] : [[key, part] as const];
  });
  if (hooked.length === 0) return undefined;
  const copy = Object.create(Object.getPrototypeOf(value) as object) as object;
  return Object.assign(copy, value, Object.fromEntries(hooked));
}

/**
 * Hooks what a hooked model turns to when it fails.
 *
 * @throws InterposeError `not_enforced` where no model is in sight and `require: 'enforced'` was asked for.
 */
export function hookFallbacks(made: object, hooking: Hooking, hook: Hook): void {
  const { fallbacks } = made as { readonly fallbacks?: unknown };
  if (!Array.isArray(fallbacks)) return;
  const surface = { adapter: 'langchain', unmediated: UNMEDIATED, options: new Set<string>() };
  const hooked = (fallbacks as readonly unknown[]).map((each) => {
    const found = modelsIn(each, hook);
    if (found === undefined) passUnmediated('fallback without a model', surface, hooking);
    return found ?? each;
  });
  Object.assign(made, { fallbacks: hooked });
}
