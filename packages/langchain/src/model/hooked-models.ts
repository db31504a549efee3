import { isDict } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { includesHooks } from '@interpose/core/adapter';

import type { NativeModel } from '../translate/native.ts';

/** What tracers are told a model is, of those that are hooked. */
const hookedModels = new WeakMap<object, Set<Hooks>>();

/** What a model tells tracers of itself, noted as that of a model with these hooks. */
export function markHooked(model: NativeModel, hooks: Hooks): unknown {
  const { toJSON } = model;
  const told: unknown = typeof toJSON === 'function' ? Reflect.apply(toJSON, model, []) : {};
  if (isDict(told)) hookedModels.set(told, (hookedModels.get(told) ?? new Set()).add(hooks));
  return told;
}

/** True for what a tracer was told about a model that was hooked with these hooks. */
export function isHookedModel(told: unknown, hooks: Hooks): boolean {
  const by = isDict(told) ? [...(hookedModels.get(told) ?? [])] : [];
  return by.some((each) => includesHooks(each, hooks));
}
