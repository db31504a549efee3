import type { Layer } from '@interpose/adapter-kit';
import type { ModelRequest } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { factsIn, type AppTools } from '../tools/tool-facts.ts';
import type { ChatRun } from '../run/host-run.ts';
import type { ChunkTimeouts } from '../stream/chunk-timeouts.ts';
import type { NativeModel, NativeParams } from '../translate/native.ts';
import { requestToContract } from '../translate/request-to-contract.ts';

/** The call of a target that a model is hooked for. */
export interface ModelSeam {
  readonly run: ChatRun;
  /** The hooks and options of the run. */
  readonly layer: Layer;
  /** The tools of the call, by name. */
  readonly tools: AppTools;
  /** The time limits for the provider's stream, and the function that aborts the call when one is exceeded. */
  readonly chunks?: ChunkTimeouts | undefined;
  readonly abort?: ((reason: unknown) => void) | undefined;
}

/** One model call on its way through the hooks. */
export interface ModelCall {
  readonly seam: ModelSeam;
  readonly model: NativeModel;
  readonly params: NativeParams;
}

/** Returns the request as hooks see it. */
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

/** Whether the caller wants an object, so that a message cannot be the answer. */
export function wantsObject({ responseFormat }: NativeParams): boolean {
  return responseFormat?.type === 'json';
}

/** Returns the parameters with the chat's trace context in the headers; headers that the app set itself win. */
export function tracedParams<P extends object>({ trace }: Chat, params: P): P {
  if (trace === undefined) return params;
  const { headers } = params as { readonly headers?: object };
  return { ...params, headers: { ...trace, ...headers } };
}
