import { InterposeError, type MaybePromise, type ModelRequest } from '@interpose/core';
import type { NativeModel, NativeProvider, NativeRequest } from '../translate/native.ts';

const providers = new WeakMap<NativeModel, NativeProvider>();

/** Asks a provider for a model, and remembers which one gave it under which name. */
export async function provideModel(
  provider: NativeProvider,
  name: string | undefined,
): Promise<NativeModel> {
  const found = await provider.getModel(name);
  nameModel(found, name);
  providers.set(found, provider);
  return found;
}

/** One model call whose hooks may name another model: the provider that gave the model at hand finds it. */
export class NamedModel {
  readonly #model: NativeModel;
  readonly #request: NativeRequest;
  readonly #read: () => ModelRequest;
  readonly #found = new Map<string, NativeModel>();

  constructor(model: NativeModel, request: NativeRequest, read: () => ModelRequest) {
    this.#model = model;
    this.#request = request;
    this.#read = read;
  }

  /** Why the model that a changed request names is not the one that would be asked. */
  readonly unsupported = ({ model: name }: ModelRequest): MaybePromise<string | undefined> => {
    if (name === this.#read().model) return undefined;
    if (typeof name !== 'string' || name === '') return 'A policy took away the name of the model.';
    const { prompt, overridePromptModel } = this.#request;
    if (prompt !== undefined && overridePromptModel !== true)
      return 'A policy named another model, and the stored prompt of this agent decides on its own.';
    const provider = providers.get(this.#model);
    return provider === undefined
      ? 'A policy named another model, and this one was given as an object: no provider finds the other.'
      : this.#find(provider, name);
  };

  /** The model to ask, which `unsupported` has found. */
  modelFor(changed: ModelRequest | undefined): NativeModel {
    if (changed === undefined || changed.model === this.#read().model) return this.#model;
    const found = this.#found.get(changed.model ?? '');
    if (found !== undefined) return found;
    throw new InterposeError(
      'model_unresolved',
      `the model "${changed.model}" was not found`,
      'name a model that the provider of the run knows',
    );
  }

  async #find(provider: NativeProvider, name: string): Promise<string | undefined> {
    const found = await provideModel(provider, name).catch(() => undefined);
    if (found === undefined) return 'A policy named a model that the provider does not find.';
    // The same object would ask the first model; one that is hooked already would pass the hooks twice.
    if (found === this.#model || hookedModels.get(found) === found)
      return 'A policy named another model, and the provider gives the same one under every name.';
    this.#found.set(name, found);
    return undefined;
  }
}

/** The hooked model of each model; that of a hooked one is itself. */
export const hookedModels: WeakMap<NativeModel, NativeModel> = new WeakMap();

const names = new WeakMap<NativeModel, string>();

/** Remembers under which name a provider gave this model. */
function nameModel(model: NativeModel, name: string | undefined): void {
  if (name !== undefined && name !== '') names.set(model, name);
}

/** The name of a model: that under which a provider gave it, else the one it says itself, where it does. */
export function modelName(model: NativeModel): string | undefined {
  const { _model: own } = model as { readonly _model?: unknown };
  return names.get(model) ?? (typeof own === 'string' ? own : undefined);
}
