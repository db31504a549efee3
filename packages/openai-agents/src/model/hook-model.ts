import type { ModelResponse } from '@interpose/core';
import { modelCycle } from '@interpose/core/adapter';
import { showNamedModel } from '../coverage/inventory.ts';
import { currentFrame } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import { streamThrough } from '../stream/stream-model.ts';
import { boundProxy } from '../targets/bound-proxy.ts';
import { reportUnreached } from '../tools/unreached-calls.ts';
import type { NativeModel, NativeRequest, NativeResponse } from '../translate/native.ts';
import { deniedError, mustThrow, refusalResponse, thrownFor } from '../translate/refusal.ts';
import { requestFromContract } from '../translate/request-from-contract.ts';
import { responseFromContract } from '../translate/response-from-contract.ts';
import { responseToContract } from '../translate/response-to-contract.ts';
import { continuesRun, requestReader } from './model-call.ts';
import { hookedModels, NamedModel } from './named-model.ts';
import { prepareRequest } from './offer-tools.ts';

/**
 * The same model, with every call of a hooked run passing that run's hooks; any other call passes untouched.
 */
export function hookModel(model: NativeModel): NativeModel {
  const known = hookedModels.get(model);
  if (known !== undefined) return known;
  const made = boundProxy(model, {
    getResponse: (request: NativeRequest) => respond(model, request),
    getStreamedResponse: (request: NativeRequest) => streamEvents(model, request),
  });
  hookedModels.set(model, made);
  hookedModels.set(made, made);
  return made;
}

async function respond(model: NativeModel, request: NativeRequest): Promise<NativeResponse> {
  const run = currentFrame()?.run;
  if (run === undefined) return model.getResponse(request);
  run.follow(request.signal);
  const response = await askThrough(run, model, request, 0);
  run.asked = true;
  await reportUnreached(run, response.output);
  return response;
}

function streamEvents(
  model: NativeModel,
  request: NativeRequest,
): ReturnType<NativeModel['getStreamedResponse']> {
  const run = currentFrame()?.run;
  if (run === undefined) return model.getStreamedResponse(request);
  run.follow(request.signal);
  return streamThrough(run, model, request);
}

/** Asks the model through the registries from this one inwards. */
async function askThrough(
  run: AgentRun,
  model: NativeModel,
  request: NativeRequest,
  index: number,
): Promise<NativeResponse> {
  const layer = run.layers[index];
  if (layer === undefined) return model.getResponse(request);
  const prepared = await prepareRequest(run, layer, model, request);
  const read = requestReader(run, layer, model, prepared);
  const named = new NamedModel(model, prepared, read);
  const outcome = await modelCycle<NativeResponse>(layer.chat, {
    request: read,
    unsupported: named.unsupported,
    call: async (changed) => {
      if (changed === undefined) return askThrough(run, model, prepared, index + 1);
      await showNamedModel(layer, changed, read());
      const sent = requestFromContract(changed, read(), prepared);
      return askThrough(run, named.modelFor(changed), sent, index + 1);
    },
    response: (native) => responseToContract(native, layer.copy),
    continues: (response: ModelResponse) => continuesRun(run, response),
    native: prepared,
  });
  switch (outcome.kind) {
    case 'response':
      return outcome.changed === undefined && outcome.native !== undefined
        ? outcome.native
        : responseFromContract(outcome.changed ?? { content: [] }, outcome.native, run.sdk);
    case 'error':
      throw thrownFor(outcome);
    case 'denied':
      if (mustThrow(outcome, prepared)) throw deniedError(layer, outcome);
      layer.refusal = outcome.denial;
      return refusalResponse(outcome.text, layer);
  }
}
