import { InterposeError } from '@interpose/core';
import { isDict } from '@interpose/adapter-kit';
import { hookModel } from './hook-model.ts';
import type { ModelSeam } from '../run/open-run.ts';
import { isModel } from '../targets/shapes.ts';

/** A model, a function that chooses one, or a chain around one, with every chat model in it hooked. */
export function hookModelOption(model: unknown, seam: ModelSeam, factory: string): unknown {
  if (typeof model === 'function') {
    return async (...given: readonly unknown[]) =>
      hookModelOption(await (Reflect.apply(model, undefined, given) as unknown), seam, factory);
  }
  const hooked = hookModelsIn(model, seam);
  if (hooked === undefined) throw unresolvedModel(model, factory);
  return hooked;
}

/** Where bindings, sequences and fallbacks of LangChain keep what they run. */
const PARTS = ['bound', 'first', 'middle', 'last', 'runnable', 'fallbacks'] as const;

/** A copy around the hooked models; undefined where no model is in sight. */
function hookModelsIn(value: unknown, seam: ModelSeam): object | undefined {
  if (isModel(value)) return hookModel(value, seam);
  if (Array.isArray(value)) {
    const parts = (value as readonly unknown[]).map((part) => hookModelsIn(part, seam));
    return parts.some((part) => part !== undefined)
      ? parts.map((part, index) => part ?? (value[index] as unknown))
      : undefined;
  }
  if (!isDict(value)) return undefined;
  const hooked = PARTS.flatMap((key) => {
    const part = hookModelsIn(value[key], seam);
    return part === undefined ? [] : [[key, part] as const];
  });
  if (hooked.length === 0) return undefined;
  const copy = Object.create(Object.getPrototypeOf(value) as object) as object;
  return Object.assign(copy, value, Object.fromEntries(hooked));
}

/** The error for a factory whose model is out of reach. */
export function unresolvedModel(model: unknown, factory: string): InterposeError {
  return new InterposeError(
    'model_unresolved',
    `${factory || 'this function'} was given ${named(model)}, and the model it will find cannot be hooked`,
    'pass an instance of a chat model',
  );
}

function named(model: unknown): string {
  if (typeof model !== 'string')
    return model === undefined ? 'no model' : 'something that is no model';
  return model === '' ? 'an empty name' : `the name "${model}"`;
}
