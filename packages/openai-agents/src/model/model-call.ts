import type { ModelRequest } from '@interpose/core';
import type { AgentRun } from '../run/host-run.ts';
import { modelName } from './model-name.ts';
import type { NativeModel, NativeRequest } from '../translate/native.ts';
import type { RunLayer } from '../run/run-layer.ts';
import { requestToContract } from '../translate/request-to-contract.ts';
import { factsOf } from '../tools/tool-facts.ts';

/** Reads the request once, and keeps what it read for the way back. */
export function requestReader(
  run: AgentRun,
  layer: RunLayer,
  model: NativeModel,
  request: NativeRequest,
): () => ModelRequest {
  let read: ModelRequest | undefined;
  return () =>
    (read ??= requestToContract(request, {
      model: modelName(model),
      copy: layer.copy,
      factsOf: factsOf(run),
    }));
}
