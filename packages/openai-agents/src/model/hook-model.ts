import {
  andThen,
  passUnmediated,
  shadowed,
  withMembers,
  withoutAnswer,
} from '@interpose/adapter-kit';
import type { MaybePromise, ModelRequest, ModelResponse } from '@interpose/core';
import { modelCycle, type ModelOutcome, type ModelStep } from '@interpose/core/adapter';
import { surface } from '../coverage/require-enforced.ts';
import { currentFrame } from '../run/current-run.ts';
import type { AgentRun, RunLayer } from '../run/host-run.ts';
import { missingIn } from '../run/open-run.ts';
import { streamThrough } from '../stream/stream-model.ts';
import { layersAround, layersOf } from '../targets/layers.ts';
import { runsUnhooked } from '../tools/direct-calls.ts';
import { reportUnreached } from '../tools/unreached-calls.ts';
import type { NativeModel, NativeRequest, NativeResponse } from '../translate/native.ts';
import { refusalResponse, wantsObject } from '../translate/refusal.ts';
import { responseFromContract } from '../translate/response-from-contract.ts';
import { responseToContract } from '../translate/response-to-contract.ts';
import { ModelCall } from './model-call.ts';
import { keepUnhooked, unhookedModel, type Asked } from './named-model.ts';
import { prepareAsked } from './offer-tools.ts';

const hooked = new WeakMap<object, WeakMap<NativeModel, NativeModel>>();

/**
 * Returns a hooked version of the model, as its owner (an agent or a runner) hands it out. Calls in a hooked run pass
 * the hooks of that run. A call that the app makes itself passes no hooks; it is noted where the owner is hooked.
 */
export function hookModel(given: NativeModel, owner: object): NativeModel {
  const model = unhookedModel(given);
  let known = hooked.get(owner);
  if (known === undefined) hooked.set(owner, (known = new WeakMap()));
  const before = known.get(model);
  if (before !== undefined) return before;
  const members = {
    getResponse: (request: NativeRequest) => respond(owner, model, request),
    getStreamedResponse: (request: NativeRequest) => streamEvents(owner, model, request),
  };
  const made = Object.isExtensible(model)
    ? withMembers(model, members)
    : shadowed(model, seenAsIn(model, members));
  known.set(model, made);
  keepUnhooked(made, model);
  return made;
}

/** Lists a member only where the model lists its own: class methods do not appear when code enumerates a model. */
function seenAsIn(model: NativeModel, members: object): object {
  const described = Object.entries(Object.getOwnPropertyDescriptors(members)).map(
    ([key, member]): [string, PropertyDescriptor] => {
      const enumerable = Object.prototype.propertyIsEnumerable.call(model, key);
      return [key, { ...member, enumerable }];
    },
  );
  return Object.defineProperties({}, Object.fromEntries(described));
}

function respond(
  owner: object,
  model: NativeModel,
  request: NativeRequest,
): Promise<NativeResponse> {
  const run = currentFrame()?.run;
  try {
    noteUnheard(owner, run);
  } catch (error) {
    return Promise.reject(error);
  }
  if (run === undefined) return model.getResponse(request);
  run.follow(request.signal);
  try {
    const asking = askThrough(run, { model, request: unrecorded(run, request) }, 0);
    return Promise.resolve(asking).then((response) => {
      run.asked = true;
      return andThen(reportUnreached(run, response.output), () => response);
    });
  } catch (error) {
    return Promise.reject(error);
  }
}

function streamEvents(
  owner: object,
  model: NativeModel,
  request: NativeRequest,
): ReturnType<NativeModel['getStreamedResponse']> {
  const run = currentFrame()?.run;
  noteUnheard(owner, run);
  if (run === undefined) return model.getStreamedResponse(request);
  run.follow(request.signal);
  return streamThrough(run, model, unrecorded(run, request));
}

/**
 * Notes a model call that hooks of the owner do not see: it runs outside of any run, or in a run that these hooks have
 * no part in. Inside of another run, hooked or not, only the hooks on the owner itself count, not inherited ones.
 *
 * @throws InterposeError `not_enforced` where everything has to be enforced.
 */
function noteUnheard(owner: object, run: AgentRun | undefined): void {
  const isAlone = run === undefined && !runsUnhooked();
  for (const layer of isAlone ? layersAround(owner) : layersOf(owner)) {
    if (run?.targets.includes(layer) === true) continue;
    if (run === undefined || missingIn(run, [layer]).length > 0)
      passUnmediated(`${owner.constructor.name}.model`, surface, layer);
  }
}

/**
 * Returns the request with its texts kept off the model's span, where everything has to be enforced: the model would
 * record its request and answer there before hooks have seen the answer.
 */
function unrecorded({ targets }: AgentRun, request: NativeRequest): NativeRequest {
  const isEnforced = targets.some(({ options }) => options.require === 'enforced');
  return isEnforced && request.tracing === true
    ? { ...request, tracing: 'enabled_without_data' }
    : request;
}

/** Asks the model through the hooks of this registry and of the inner ones. */
function askThrough(run: AgentRun, asked: Asked, index: number): MaybePromise<NativeResponse> {
  const layer = run.layers[index];
  if (layer !== undefined) return askIn(layer, asked, index);
  run.asked = true;
  return asked.model.getResponse(asked.request);
}

function askIn(layer: RunLayer, asked: Asked, index: number): MaybePromise<NativeResponse> {
  return andThen(prepareAsked(layer, asked), (prepared) => {
    const step = new AskedCall(layer, prepared, index);
    return modelCycle(layer.chat, step).then((outcome) => responseOf(layer, prepared, outcome));
  });
}

/** One model call that is not streamed. A class, because a literal would make its functions again for every call. */
class AskedCall extends ModelCall implements ModelStep<NativeResponse> {
  readonly #index: number;

  constructor(layer: RunLayer, asked: Asked, index: number) {
    super(layer, asked);
    this.#index = index;
  }

  call(changed: ModelRequest | undefined, original?: ModelRequest): MaybePromise<NativeResponse> {
    const { run } = this.layer;
    return andThen(this.after(changed, original), (left) => askThrough(run, left, this.#index + 1));
  }

  response(native: NativeResponse): ModelResponse {
    return responseToContract(native, this.layer.copy);
  }
}

function responseOf(
  layer: RunLayer,
  { request }: Asked,
  outcome: ModelOutcome<NativeResponse>,
): MaybePromise<NativeResponse> {
  if (outcome.kind !== 'response')
    return withoutAnswer(layer, outcome, wantsObject(request), (text) =>
      refusalResponse(text, layer),
    );
  return outcome.changed === undefined && outcome.native !== undefined
    ? outcome.native
    : responseFromContract(outcome.changed ?? { content: [] }, outcome.native, layer.run.sdk);
}
