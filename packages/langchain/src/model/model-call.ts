import type { ModelRequest } from '@interpose/core';
import { requestReader } from '@interpose/adapter-kit';
import type { ChatRun } from '../run/host-run.ts';
import { factsOf } from '../tools/tool-facts.ts';
import type { CallOptions, NativeModel, RunManager } from '../translate/native.ts';
import { requestFromContract } from '../translate/request-from-contract.ts';
import { requestToContract, type NativeRequest } from '../translate/request-to-contract.ts';

/** One model call as it passes the seam. */
export interface ModelCall extends NativeRequest {
  readonly run: ChatRun;
  readonly model: NativeModel;
  readonly runManager: RunManager | undefined;
}

/** True where a refusal cannot be a message: the caller wants an object. */
export function wantsError(run: ChatRun, options: CallOptions): boolean {
  return run.isStructured || options.response_format !== undefined;
}

/** Reads the request once, and keeps what it read for the way back. */
export function readRequest({ run, model }: ModelCall, native: NativeRequest): () => ModelRequest {
  return requestReader(() =>
    requestToContract(native, {
      model,
      copy: run.copy,
      factsOf: (name) => factsOf(run.tools.get(name)),
    }),
  );
}

/** What is sent: the native request, unless hooks changed it. */
export function changedRequest(
  native: NativeRequest,
  changed: ModelRequest | undefined,
  original: () => ModelRequest,
): NativeRequest {
  return changed === undefined ? native : requestFromContract(changed, original(), native);
}
