import { InterposeError } from '@interpose/core';
import { hookModel, type ModelSeam } from './hook-model.ts';
import { isModel } from '../targets/shapes.ts';
import { isDict } from '../translate/native.ts';

/** A model, a function that chooses one, or a chain around one. */
export function hookModelOption(model: unknown, seam: ModelSeam, factory: string): unknown {
  if (isModel(model)) return hookModel(model, seam);
  if (typeof model === 'function') {
    return async (...given: readonly unknown[]) =>
      hookModelOption(await (Reflect.apply(model, undefined, given) as unknown), seam, factory);
  }
  if (isDict(model) && isModel(model['bound'])) {
    return Object.assign(Object.create(Object.getPrototypeOf(model) as object) as object, model, {
      bound: hookModel(model['bound'], seam),
    });
  }
  throw new InterposeError(
    'model_unresolved',
    `${factory} was given ${typeof model === 'string' ? `the name "${model}"` : 'no model'}, and the model it will find cannot be hooked`,
    'pass an instance of a chat model',
  );
}
