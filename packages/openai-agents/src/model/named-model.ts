import type { MaybePromise } from '@interpose/core';
import type { NativeModel, NativeProvider, NativeRequest } from '../translate/native.ts';

/** A model and the request for it. */
export interface Asked {
  readonly model: NativeModel;
  readonly request: NativeRequest;
}

const providers = new WeakMap<NativeModel, NativeProvider>();
const names = new WeakMap<NativeModel, string>();

/** Asks a provider for a model, and remembers the provider and the name for it. */
export async function provideModel(
  provider: NativeProvider,
  name: string | undefined,
): Promise<NativeModel> {
  const found = await provider.getModel(name);
  if (name !== undefined && name !== '') names.set(found, name);
  providers.set(found, provider);
  return found;
}

/** Returns the model that hooks named in place of the current one, or a text that says why it cannot be used. */
export function findNamed(
  { model, request }: Asked,
  name: string | undefined,
): MaybePromise<NativeModel | string> {
  if (typeof name !== 'string' || name === '') return 'A policy took away the name of the model.';
  if (request.prompt !== undefined && request.overridePromptModel !== true)
    return 'A policy named another model, and the stored prompt of this agent decides on its own.';
  const provider = providers.get(model);
  return provider === undefined
    ? 'A policy named another model, and this one was given as an object: no provider finds the other.'
    : findAnother(provider, model, name);
}

async function findAnother(
  provider: NativeProvider,
  model: NativeModel,
  name: string,
): Promise<NativeModel | string> {
  const found = await provideModel(provider, name).catch(() => undefined);
  if (found === undefined) return 'A policy named a model that the provider does not find.';
  // The same object would ask the first model again, and a model that is hooked already would run the hooks twice.
  return found === model || unhookedModel(found) !== found
    ? 'A policy named another model, and the provider gives the same one under every name.'
    : found;
}

const originals = new WeakMap<NativeModel, NativeModel>();

/** Remembers the original model behind a hooked one. */
export function keepUnhooked(hooked: NativeModel, model: NativeModel): void {
  originals.set(hooked, model);
}

/** Returns the original model behind a hooked one; any other model is returned as it is. */
export function unhookedModel(model: NativeModel): NativeModel {
  return originals.get(model) ?? model;
}

/** Returns the name under which a provider gave this model, else the model's own `_model`; undefined without either. */
export function modelName(model: NativeModel): string | undefined {
  const { _model: own } = model as { readonly _model?: unknown };
  return names.get(unhookedModel(model)) ?? (typeof own === 'string' ? own : undefined);
}
