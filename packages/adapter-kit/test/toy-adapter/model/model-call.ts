import { requestReader, whyUnnamed } from '@interpose/adapter-kit';
import type { ModelRequest } from '@interpose/core';
import { seeNamedModel, type ModelStep } from '@interpose/core/adapter';
import type { AgentRun } from '../run/host-run.ts';
import type { ToyModel, ToyRequest } from '../translate/native.ts';
import { requestFromContract, whyUnsent } from '../translate/request-from-contract.ts';
import { requestToContract } from '../translate/request-to-contract.ts';
import { offerThrough } from './offer-tools.ts';

/** One call of the agent's model. */
export interface ModelCall {
  readonly run: AgentRun;
  readonly model: ToyModel;
  readonly request: ToyRequest;
}

/** The request with the tools that may be offered; throws what a tool call ended the run with. */
export async function beginCall({ run, request }: ModelCall): Promise<ToyRequest> {
  if (run.fatal !== undefined) throw run.fatal.error;
  return { ...request, tools: await offerThrough(run, request) };
}

/** What a call says of itself whether it streams or not. */
export function modelStep(
  run: AgentRun,
  native: ToyRequest,
): Omit<ModelStep<never>, 'call' | 'response'> {
  const request = requestReader(() => requestToContract(native, run.copy));
  return {
    request,
    unsupported: (changed) => whyUnnamed(changed, request()) ?? whyUnsent(changed, native),
    continues: ({ content }) => content.some(({ type }) => type === 'tool-call'),
    native,
  };
}

/** The SDK's own request, or the one the hooks made of it; throws where a policy denies the model they named. */
export async function requestToSend(
  { chat }: AgentRun,
  native: ToyRequest,
  changed: ModelRequest | undefined,
): Promise<ToyRequest> {
  if (changed === undefined) return native;
  const request = requestFromContract(changed, native);
  if (request.model !== native.model)
    await seeNamedModel(chat, { kind: 'model', name: request.model });
  return request;
}
