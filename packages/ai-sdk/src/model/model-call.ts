import type { ModelRequest } from '@interpose/core';
import type { AppTools } from '../tools/tool-facts.ts';
import type { ChatRun } from '../run/host-run.ts';
import type { ChunkTimeouts } from '../stream/chunk-timeouts.ts';
import { requestFromContract } from '../translate/request-from-contract.ts';
import type { NativeModel, NativeParams } from '../translate/native.ts';
import { modelFor } from '../targets/named-model.ts';
import { requestToContract, type ToolFacts } from '../translate/request-to-contract.ts';

/** What the model seam knows of the call it belongs to. */
export interface ModelSeam {
  readonly run: ChatRun;
  /** The tools of the call, by name. */
  readonly tools: AppTools;
  /** The limits the provider's stream has to keep, and what aborts the call when it does not. */
  readonly chunks?: ChunkTimeouts | undefined;
  readonly abort?: ((reason: unknown) => void) | undefined;
  readonly factsOf: (tool: string) => ToolFacts | undefined;
}

/** One model call as it passes the seam. */
export interface ModelCall {
  readonly seam: ModelSeam;
  readonly model: NativeModel;
  readonly params: NativeParams;
}

/** Reads the request once, and keeps what it read for the way back. */
export function requestReader(
  { seam, model }: ModelCall,
  params: NativeParams,
): () => ModelRequest {
  let read: ModelRequest | undefined;
  return () =>
    (read ??= requestToContract(params, {
      modelId: model.modelId,
      copy: seam.run.copy,
      factsOf: seam.factsOf,
    }));
}

/** Why the model that a changed request names is not the one that would be asked. */
export function whyUnnamed(changed: ModelRequest, original: ModelRequest): string | undefined {
  const { model: name } = changed;
  return name === original.model || (typeof name === 'string' && name !== '')
    ? undefined
    : 'A policy took away the name of the model.';
}

/** Which model is called with what: the native parameters, unless hooks changed the request. */
export function changedCall(
  model: NativeModel,
  params: NativeParams,
  changed: ModelRequest | undefined,
  original: () => ModelRequest,
): { readonly target: NativeModel; readonly native: NativeParams } {
  if (changed === undefined) return { target: model, native: params };
  const target = modelFor(changed.model, model);
  const native = requestFromContract(changed, original(), params, target.specificationVersion);
  return { target, native };
}
