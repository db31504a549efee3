import { passUnmediated, type Copy, type Layer } from '@interpose/adapter-kit';
import type { Message } from '@interpose/core';
import { followSignal, type FollowedSignal } from '../stream/followed-signal.ts';
import { hookModelForSdk, type AskedModel } from '../model/hook-model.ts';
import type {
  NativeMessage,
  NativeModel,
  NativeParams,
  NativeResult,
  NativeStreamPart,
  NativeStreamResult,
} from '../translate/native.ts';
import { countModel, runAbove } from '../run/nesting.ts';
import { requireNoTools } from '../coverage/require-enforced.ts';
import { surface } from '../coverage/unmediated-calls.ts';
import { messageToContract } from '../translate/message-to-contract.ts';
import { settleCall, settleStream, watchStream } from '../run/settle-run.ts';
import { hookMethods, tags } from './tags.ts';
import { implicitRun, type ChatRun } from '../run/host-run.ts';

/** Returns the model, hooked: each call opens a chat, unless it comes from an agent that has the same hooks. */
export function hookStandaloneModel<M extends NativeModel>(model: M, layer: Layer): M {
  if (tags.of(model)?.hooks === layer.hooks) return model;
  countModel();
  const standalone = { ...layer, model };
  const ask = (params: NativeParams): Promise<NativeResult> => generate(standalone, params);
  const methods = {
    // The extra promise turns a refusal into a rejection; it is needed only where calls may be refused.
    doGenerate: layer.options.require ? async (params: NativeParams) => ask(params) : ask,
    doStream: (params: NativeParams) => stream(standalone, params),
    constructor: sentClass(model, layer),
  };
  return hookMethods(model, methods, layer.hooks);
}

/** How classes say what a durable workflow sends of their objects to a step (`@workflow/serde` 4). */
const SERIALIZE = Symbol.for('workflow-serialize');

/** Returns the class of a model. What a workflow sends of a hooked model is the model without hooks, so that is noted. */
function sentClass(model: NativeModel, layer: Layer): unknown {
  const own: unknown = model.constructor;
  const serialize: unknown = typeof own === 'function' ? Reflect.get(own, SERIALIZE) : undefined;
  if (typeof own !== 'function' || typeof serialize !== 'function') return own;
  const noted = (...given: unknown[]): unknown => {
    passUnmediated('a hooked model in a step of a workflow', surface, layer, IN_STEP);
    return Reflect.apply(serialize, own, given);
  };
  // A proxy of a class that fixes this member, as frozen ones do, could only show the member itself.
  const isFixed = Reflect.getOwnPropertyDescriptor(own, SERIALIZE)?.configurable === false;
  return new Proxy(isFixed ? standIn : own, {
    get: (_, key): unknown => (key === SERIALIZE ? noted : Reflect.get(own, key)),
    has: (_, key) => Reflect.has(own, key),
    getPrototypeOf: () => Reflect.getPrototypeOf(own),
    construct: (_, args, by) => Reflect.construct(own, args, by) as object,
  });
}

/** The target of a proxy for a class that fixes its member. */
function standIn(): void {}

const IN_STEP =
  'pass the workflow a model of a class of your own, whose WORKFLOW_DESERIALIZE calls withHooks';

interface StandaloneModel extends Layer {
  readonly model: NativeModel;
}

function generate(standalone: StandaloneModel, params: NativeParams): Promise<NativeResult> {
  const above = runAbove(standalone.hooks);
  if (above !== undefined) return modelIn(above, standalone).doGenerate(params);
  const run = open(standalone, params, 'model.doGenerate');
  const hooked = modelIn(run, standalone);
  return settleCall({ run }, () => hooked.doGenerate(params));
}

async function stream(
  standalone: StandaloneModel,
  params: NativeParams,
): Promise<NativeStreamResult> {
  const above = runAbove(standalone.hooks);
  if (above !== undefined) return modelIn(above, standalone).doStream(params);
  const run = open(standalone, params, 'model.doStream');
  const followed = followSignal(params.abortSignal);
  const hooked = modelIn(run, standalone);
  const given = { ...params, abortSignal: followed.controller.signal };
  return settleStream({ run }, followed, () => hooked.doStream(given), watchParts);
}

function watchParts(
  result: NativeStreamResult,
  run: ChatRun,
  followed: FollowedSignal,
): NativeStreamResult {
  const source = result.stream as ReadableStream<NativeStreamPart>;
  return { ...result, stream: watchStream(source, run, followed) } as NativeStreamResult;
}

function open(standalone: StandaloneModel, params: NativeParams, path: string): ChatRun {
  const { model, options } = standalone;
  requireNoTools(options, params);
  return implicitRun(standalone, {
    fallback: model.modelId,
    model,
    path,
    signal: params.abortSignal,
    messages: messagesLater(params),
  });
}

function modelIn(run: ChatRun, { model, hooks, options }: StandaloneModel): AskedModel {
  return hookModelForSdk(model, { run, layer: { hooks, options }, tools: {} });
}

/** A function of its own, since the chat outlives a forgotten stream and must not reference listeners of its signal. */
function messagesLater({ prompt }: NativeParams): (copy: Copy) => readonly Message[] {
  const messages: readonly NativeMessage[] = prompt;
  return (copy) =>
    messages
      .filter(({ role }) => role !== 'system')
      .map((message) => messageToContract(message, copy));
}
