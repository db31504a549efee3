import type { Layer } from '@interpose/adapter-kit';
import type { ModelRequest } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { factsIn, type AppTools } from '../tools/tool-facts.ts';
import type { ChatRun } from '../run/host-run.ts';
import type { ChunkTimeouts } from '../stream/chunk-timeouts.ts';
import type { NativeModel, NativeParams } from '../translate/native.ts';
import { requestToContract } from '../translate/request-to-contract.ts';

/** What the model seam knows of the call it belongs to. */
export interface ModelSeam {
  readonly run: ChatRun;
  /** The hooks of the run, and what is required of it. */
  readonly layer: Layer;
  /** The tools of the call, by name. */
  readonly tools: AppTools;
  /** The limits the provider's stream has to keep, and what aborts the call when it does not. */
  readonly chunks?: ChunkTimeouts | undefined;
  readonly abort?: ((reason: unknown) => void) | undefined;
}

/** One model call as it passes the seam. */
export interface ModelCall {
  readonly seam: ModelSeam;
  readonly model: NativeModel;
  readonly params: NativeParams;
}

/** The request in the contract's values. */
export function readRequest({ seam, model }: ModelCall, params: NativeParams): ModelRequest {
  const { run, tools } = seam;
  return requestToContract(params, {
    modelId: model.modelId,
    copy: run.copy,
    known: run.known,
    owner: run.opened?.strict === true ? tools : undefined,
    factsOf: (name) => factsIn(tools, name),
  });
}

/** True where no message can be the answer: the caller wants an object. */
export function wantsObject({ responseFormat }: NativeParams): boolean {
  return responseFormat?.type === 'json';
}

/** Parameters of a call to a provider that carry the chat's trace context; headers the app set itself stand. */
export function tracedParams<P extends object>({ trace }: Chat, params: P): P {
  if (trace === undefined) return params;
  const { headers } = params as { readonly headers?: object };
  return { ...params, headers: { ...trace, ...headers } };
}
