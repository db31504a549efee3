import type { ModelRequest, ModelResponse, Part } from '@interpose/core';
import type { AgentRun } from '../run/host-run.ts';
import type { RunLayer } from '../run/run-layer.ts';
import { hostedShell } from '../tools/provider-tools.ts';
import { factsOf } from '../tools/tool-facts.ts';
import type { NativeModel, NativeRequest } from '../translate/native.ts';
import { partOrigins } from '../translate/origins.ts';
import { requestToContract } from '../translate/request-to-contract.ts';
import { modelName } from './named-model.ts';

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

/** True when the SDK goes on after this answer: it runs its calls, or asks again because one is still running. */
export function continuesRun(run: AgentRun, { content }: ModelResponse): boolean {
  return content.some((part) => part.type === 'tool-call' && !isOver(run, part));
}

/** The provider has run it already, in its own shell. */
function isOver(run: AgentRun, part: Part): boolean {
  const item = partOrigins.of(part)?.item;
  if (item?.type !== 'shell_call' || hostedShell(run) === undefined) return false;
  return item.status !== undefined && item.status !== 'in_progress';
}
