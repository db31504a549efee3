import { passUnmediated, type Hooking } from '@interpose/adapter-kit';
import { InterposeError, type Dict } from '@interpose/core';
import { surface } from '../coverage/unmediated-calls.ts';
import type { NativeModel } from '../translate/native.ts';
import { answers, isHolder, isModel } from './shapes.ts';

interface ModuleLoader {
  readonly getBuiltinModule?: (name: 'node:module') => {
    readonly createRequire: (from: string) => (specifier: string) => unknown;
  };
}

/** Returns a model object, also for an id. Other values are left for the SDK to refuse; newer generations are noted. */
export function givenModel(model: unknown, hooking: Hooking, gateway: unknown): unknown {
  if (typeof model === 'string') return resolveModel(model, gateway);
  if (answers(model) && !isModel(model)) {
    const generation = String(model['specificationVersion']);
    passUnmediated(`a model of generation ${generation}`, surface, hooking);
  }
  return model;
}

/**
 * Returns the model with this id, by the SDK's own rule: from the default provider of the app, else from the gateway.
 *
 * @throws InterposeError `model_unresolved` where neither can be had.
 */
export function resolveModel(id: string, gateway?: unknown): NativeModel {
  return resolve(id, gateway, 'languageModel') as NativeModel;
}

/**
 * Returns the embedding model with this id, by the same rule.
 *
 * @throws InterposeError `model_unresolved` where no provider has embedding models.
 */
export function resolveEmbeddingModel(id: string, gateway?: unknown): unknown {
  return resolve(id, gateway, 'embeddingModel', 'textEmbeddingModel');
}

/** Calls the first of these methods that the provider has. */
function resolve(id: string, gateway: unknown, ...methods: readonly string[]): unknown {
  const { AI_SDK_DEFAULT_PROVIDER: appointed } = globalThis as {
    readonly AI_SDK_DEFAULT_PROVIDER?: unknown;
  };
  const provider = asProvider(appointed) ?? asProvider(gateway) ?? installedGateway();
  const method = methods.map((name) => provider?.[name]).find((own) => typeof own === 'function');
  if (method === undefined) throw unresolved(id);
  return Reflect.apply(method as (id: string) => unknown, provider, [id]);
}

function unresolved(id: string): InterposeError {
  return new InterposeError(
    'model_unresolved',
    `the model "${id}" is a name and no provider is known`,
    'set globalThis.AI_SDK_DEFAULT_PROVIDER or pass a model object',
  );
}

/** Returns the model for a request that hooks have seen: the current one, unless they changed the name. */
export function modelFor(name: string | undefined, current: NativeModel): NativeModel {
  return name === undefined || name === current.modelId ? current : resolveModel(name);
}

/** Returns the value if it is a provider: all providers have language models. */
function asProvider(value: unknown): Dict | undefined {
  return isHolder(value) && typeof value['languageModel'] === 'function' ? value : undefined;
}

/** Returns the gateway of the installed SDK. It is loaded only if the app names a model and has set no provider. */
function installedGateway(): Dict | undefined {
  const { process } = globalThis as { readonly process?: ModuleLoader };
  const createRequire = process?.getBuiltinModule?.('node:module')?.createRequire;
  try {
    const sdk = createRequire?.(import.meta.url)('ai') as
      | { readonly gateway?: unknown }
      | undefined;
    return asProvider(sdk?.gateway);
  } catch {
    return undefined;
  }
}
