import { InterposeError } from '@interpose/core';
import type { NativeModel } from '../translate/native.ts';
import { isHolder } from './shapes.ts';

/** What turns a model's id into a model. */
export interface ModelProvider {
  readonly languageModel: (id: string) => NativeModel;
}

interface ModuleLoader {
  readonly getBuiltinModule?: (name: 'node:module') => {
    readonly createRequire: (from: string) => (specifier: string) => unknown;
  };
}

/**
 * The model behind an id, by the SDK's own rule: the default provider the app set, else the SDK's gateway.
 *
 * @throws InterposeError `model_unresolved` where neither can be had.
 */
export function resolveModel(id: string, gateway?: unknown): NativeModel {
  const provider = providerOf(gateway);
  if (provider === undefined) throw unresolved(id);
  return provider.languageModel(id);
}

/**
 * The embedding model behind an id, by the same rule.
 *
 * @throws InterposeError `model_unresolved` where no provider has embedding models.
 */
export function resolveEmbeddingModel(id: string, gateway?: unknown): unknown {
  const provider = providerOf(gateway) as (EmbeddingProvider & object) | undefined;
  const make = provider?.embeddingModel ?? provider?.textEmbeddingModel;
  if (make === undefined) throw unresolved(id);
  return make.call(provider, id);
}

interface EmbeddingProvider {
  readonly embeddingModel?: (id: string) => unknown;
  readonly textEmbeddingModel?: (id: string) => unknown;
}

function providerOf(gateway: unknown): ModelProvider | undefined {
  const { AI_SDK_DEFAULT_PROVIDER: appointed } = globalThis as {
    readonly AI_SDK_DEFAULT_PROVIDER?: unknown;
  };
  return asProvider(appointed) ?? asProvider(gateway) ?? installedGateway();
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

function asProvider(value: unknown): ModelProvider | undefined {
  return isHolder(value) && typeof value['languageModel'] === 'function'
    ? (value as unknown as ModelProvider) // Its shape was just looked at.
    : undefined;
}

/** The gateway of the installed SDK, loaded only when an app names a model and set no provider. */
function installedGateway(): ModelProvider | undefined {
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
