import { InterposeError } from '@interpose/core';
import { hookModel } from './hook-model.ts';
import { hookedIn } from './models-in.ts';
import type { ModelSeam } from '../run/open-run.ts';
import { isModel } from '../targets/shapes.ts';

/** Hooks every chat model in the option: a model, a function that chooses a model, or a chain around a model. */
export function hookModelOption(model: unknown, seam: ModelSeam, factory: string): unknown {
  if (typeof model === 'function') {
    return async (...given: readonly unknown[]) =>
      hookModelOption(await (Reflect.apply(model, undefined, given) as unknown), seam, factory);
  }
  const hooked = hookedIn(model, (each) => (isModel(each) ? hookModel(each, seam) : undefined));
  if (hooked === undefined) throw unresolvedModel(model, factory);
  return hooked;
}

/** Returns the error for a factory whose model cannot be hooked. */
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
