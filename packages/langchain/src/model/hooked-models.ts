import { isDict } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { includesHooks } from '@interpose/core/adapter';

import type { NativeModel } from '../translate/native.ts';

/** The descriptions of hooked models that tracers got from `toJSON`, each with the hooks of its model. */
const hookedModels = new WeakMap<object, Set<Hooks>>();

/** Returns the description of a model for tracers, and notes that this model has these hooks. */
export function markHooked(model: NativeModel, hooks: Hooks): unknown {
  const { toJSON } = model;
  const told: unknown = typeof toJSON === 'function' ? Reflect.apply(toJSON, model, []) : {};
  if (isDict(told)) hookedModels.set(told, (hookedModels.get(told) ?? new Set()).add(hooks));
  return told;
}

/** Whether a tracer got this description from a model that was hooked with these hooks. */
export function isHookedModel(told: unknown, hooks: Hooks): boolean {
  const by = isDict(told) ? [...(hookedModels.get(told) ?? [])] : [];
  return by.some((each) => includesHooks(each, hooks));
}
