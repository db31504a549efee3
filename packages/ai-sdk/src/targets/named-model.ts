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

/** A model object or the id of one; anything else is left for the SDK to refuse, but for models of newer generations. */
export function givenModel(model: unknown, hooking: Hooking, gateway: unknown): unknown {
  if (typeof model === 'string') return resolveModel(model, gateway);
  if (answers(model) && !isModel(model)) {
    const generation = String(model['specificationVersion']);
    passUnmediated(`a model of generation ${generation}`, surface, hooking);
  }
  return model;
}

/**
 * The model behind an id, by the SDK's own rule: the default provider the app set, else the SDK's gateway.
 *
 * @throws InterposeError `model_unresolved` where neither can be had.
 */
export function resolveModel(id: string, gateway?: unknown): NativeModel {
  return resolve(id, gateway, 'languageModel') as NativeModel;
}

/**
 * The embedding model behind an id, by the same rule.
 *
 * @throws InterposeError `model_unresolved` where no provider has embedding models.
 */
export function resolveEmbeddingModel(id: string, gateway?: unknown): unknown {
  return resolve(id, gateway, 'embeddingModel', 'textEmbeddingModel');
}

/** Asks the provider by the first of these methods that it has. */
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

/** The model that a request names after hooks saw it: the one at hand unless they changed the name. */
export function modelFor(name: string | undefined, current: NativeModel): NativeModel {
  return name === undefined || name === current.modelId ? current : resolveModel(name);
}

/** Whatever else a provider has, it has language models. */
function asProvider(value: unknown): Dict | undefined {
  return isHolder(value) && typeof value['languageModel'] === 'function' ? value : undefined;
}

/** The gateway of the installed SDK, loaded only when an app names a model and set no provider. */
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
