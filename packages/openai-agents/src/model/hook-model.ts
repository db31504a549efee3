import { andThen, isThenable, withMembers, withoutAnswer } from '@interpose/adapter-kit';
import { modelCycle } from '@interpose/core/adapter';
import { currentFrame } from '../run/current-run.ts';
import type { AgentRun, RunLayer } from '../run/host-run.ts';
import { streamThrough } from '../stream/stream-model.ts';
import { reportUnreached } from '../tools/unreached-calls.ts';
import type { NativeModel, NativeRequest, NativeResponse } from '../translate/native.ts';
import { refusalResponse, wantsObject } from '../translate/refusal.ts';
import { responseFromContract } from '../translate/response-from-contract.ts';
import { responseToContract } from '../translate/response-to-contract.ts';
import { ModelCall } from './model-call.ts';
import { hookedModels, type Asked } from './named-model.ts';

/**
 * The same model, with every call of a hooked run passing that run's hooks; any other call passes untouched.
 */
export function hookModel(model: NativeModel): NativeModel {
  const known = hookedModels.get(model);
  if (known !== undefined) return known;
  const made = withMembers(
    model,
    {
      getResponse: (request: NativeRequest) => respond(model, request),
      getStreamedResponse: (request: NativeRequest) => streamEvents(model, request),
    },
    { methodsRunOn: 'target' },
  );
  hookedModels.set(model, made);
  hookedModels.set(made, made);
  return made;
}

function respond(model: NativeModel, request: NativeRequest): Promise<NativeResponse> {
  const run = currentFrame()?.run;
  if (run === undefined) return model.getResponse(request);
  run.follow(request.signal);
  return askThrough(run, { model, request: unrecorded(run, request) }, 0).then((response) => {
    run.asked = true;
    return andThen(reportUnreached(run, response.output), () => response);
  });
}

function streamEvents(
  model: NativeModel,
  request: NativeRequest,
): ReturnType<NativeModel['getStreamedResponse']> {
  const run = currentFrame()?.run;
  if (run === undefined) return model.getStreamedResponse(request);
  run.follow(request.signal);
  return streamThrough(run, model, unrecorded(run, request));
}

/**
 * The request of a model that notes nothing of it on its span, where everything has to be enforced: it notes what it was
 * asked and what it answered before hooks have seen the answer.
 */
function unrecorded({ targets }: AgentRun, request: NativeRequest): NativeRequest {
  const isEnforced = targets.some(({ options }) => options.require === 'enforced');
  return isEnforced && request.tracing === true
    ? { ...request, tracing: 'enabled_without_data' }
    : request;
}

/** Asks the model through the registries from this one inwards. */
function askThrough(run: AgentRun, asked: Asked, index: number): Promise<NativeResponse> {
  const layer = run.layers[index];
  if (layer !== undefined) return askIn(layer, asked, index);
  run.asked = true;
  return asked.model.getResponse(asked.request);
}

async function askIn(layer: RunLayer, asked: Asked, index: number): Promise<NativeResponse> {
  const { run } = layer;
  const opening = ModelCall.open(layer, asked);
  const call = isThenable(opening) ? await opening : opening;
  const outcome = await modelCycle<NativeResponse>(layer.chat, {
    request: call.request,
    native: call.asked.request,
    unsupported: call.unsupported,
    continues: call.continues,
    call: (changed) => andThen(call.after(changed), (left) => askThrough(run, left, index + 1)),
    response: (native) => responseToContract(native, layer.copy),
  });
  if (outcome.kind !== 'response')
    return withoutAnswer(layer, outcome, wantsObject(call.asked.request), (text) =>
      refusalResponse(text, layer),
    );
  return outcome.changed === undefined && outcome.native !== undefined
    ? outcome.native
    : responseFromContract(outcome.changed ?? { content: [] }, outcome.native, run.sdk);
}
