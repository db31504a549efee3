import { withMembers, type Copy, type WithHooksOptions } from '@interpose/adapter-kit';
import type { Hooks, Message } from '@interpose/core';
import { agentIdentity } from '../coverage/agent-identity.ts';
import { followSignal, type FollowedSignal } from '../stream/followed-signal.ts';
import { implicitRun } from '../run/open-run.ts';
import { hookModelForSdk } from '../model/hook-model.ts';
import type {
  NativeMessage,
  NativeModel,
  NativeParams,
  NativeResult,
  NativeStreamPart,
  NativeStreamResult,
} from '../translate/native.ts';
import { countModel, runAbove } from '../run/nesting.ts';
import { messageToContract } from '../translate/message-to-contract.ts';
import { settleCall, settleStream, watchStream } from '../run/settle-run.ts';
import { tags } from './tags.ts';
import type { ChatRun } from '../run/host-run.ts';

/** The same model; every call opens a chat of its own, unless an agent hooked with the same hooks uses it. */
export function hookStandaloneModel<M extends NativeModel>(
  model: M,
  hooks: Hooks,
  options: WithHooksOptions,
): M {
  if (tags.of(model)?.hooks === hooks) return model;
  countModel();
  const opened = { model, hooks, options };
  const members = {
    doGenerate: (params: NativeParams) => generate(opened, params),
    doStream: (params: NativeParams) => stream(opened, params),
  };
  const tag = { hooks, target: model };
  return withMembers(model, members, { methodsRunOn: 'target', tagged: { by: tags, tag } });
}

interface StandaloneModel {
  readonly model: NativeModel;
  readonly hooks: Hooks;
  readonly options: WithHooksOptions;
}

function generate(standalone: StandaloneModel, params: NativeParams): Promise<NativeResult> {
  const above = runAbove(standalone.hooks);
  if (above !== undefined) return modelIn(above, standalone).doGenerate(params);
  const run = open(standalone, params, 'model.doGenerate');
  const hooked = modelIn(run, standalone);
  return settleCall(
    () => hooked.doGenerate(params),
    () => run,
  );
}

async function stream(
  standalone: StandaloneModel,
  params: NativeParams,
): Promise<NativeStreamResult> {
  const above = runAbove(standalone.hooks);
  if (above !== undefined) return modelIn(above, standalone).doStream(params);
  const followed = followSignal(params.abortSignal);
  const run = open(standalone, params, 'model.doStream');
  const hooked = modelIn(run, standalone);
  const given = { ...params, abortSignal: followed.controller.signal };
  return settleStream(
    () => hooked.doStream(given),
    () => run,
    followed,
    watchParts,
  );
}

function watchParts(
  result: NativeStreamResult,
  run: ChatRun,
  followed: FollowedSignal,
): NativeStreamResult {
  const source = result.stream as ReadableStream<NativeStreamPart>;
  return { ...result, stream: watchStream(source, run, followed) } as NativeStreamResult;
}

function open(
  { model, hooks, options }: StandaloneModel,
  params: NativeParams,
  path: string,
): ChatRun {
  return implicitRun({
    hooks,
    options,
    agent: agentIdentity(options.agent, { fallback: model.modelId, model }),
    path,
    signal: params.abortSignal,
    messages: messagesLater(params),
  });
}

interface SeamedModel {
  readonly doGenerate: (params: NativeParams) => Promise<NativeResult>;
  readonly doStream: (params: NativeParams) => Promise<NativeStreamResult>;
}

function modelIn(run: ChatRun, { model }: StandaloneModel): SeamedModel {
  // The union of three types cannot follow that the seam takes what each of them takes.
  return hookModelForSdk(model, { run, tools: {} }) as unknown as SeamedModel;
}

/** A scope of its own: the chat outlives a forgotten stream, and must not lead to what listens to its signal. */
function messagesLater({ prompt }: NativeParams): (copy: Copy) => readonly Message[] {
  const messages: readonly NativeMessage[] = prompt;
  return (copy) =>
    messages
      .filter(({ role }) => role !== 'system')
      .map((message) => messageToContract(message, copy));
}
