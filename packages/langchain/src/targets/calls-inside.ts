import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { BaseLLM } from '@langchain/core/language_models/llms';
import { RunnableToolLike } from '@langchain/core/runnables';
import { StructuredTool } from '@langchain/core/tools';
import { DELTAS, MODEL } from '@interpose/adapter-kit';
import { InterposeError, type EventName, type Hooks } from '@interpose/core';
import { isHookedModel } from '../model/hook-model.ts';
import { currentRun, surroundingRuns, type ChatRun } from '../run/host-run.ts';
import { callHooked, TAGS } from './hook-object.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import type { NativeTool, RunnableConfig } from '../translate/native.ts';

type Method = (this: object, ...given: readonly unknown[]) => unknown;
/** Looks at whoever is called; where the hooks take the call, its answer comes back. */
type Meet = (
  self: object,
  name: string,
  given: readonly unknown[],
) => { readonly answer: unknown } | undefined;

let isWatching = false;

/**
 * Meets the tools and models that code inside a run calls, however it came by them: a node of a compiled graph, a
 * middleware or another tool may keep its own. Tools are hooked before they run; models are refused where the run says so.
 * Outside of hooked runs nothing changes.
 */
export function watchCallsInside(): void {
  if (isWatching) return;
  isWatching = true;
  watch(StructuredTool.prototype, 'call', meetTool);
  watch(RunnableToolLike.prototype, 'invoke', meetTool);
  for (const name of ['generate', '_streamIterator', 'streamEvents'])
    watch(BaseChatModel.prototype, name, meetModel);
  for (const name of ['generate', '_streamIterator']) watch(BaseLLM.prototype, name, meetModel);
}

function watch(prototype: object, name: string, meet: Meet): void {
  const own: unknown = Reflect.get(prototype, name);
  if (typeof own !== 'function') return;
  const watched: Method = function watched(...given) {
    const taken = meet(this, name, given);
    return taken === undefined ? Reflect.apply(own as Method, this, given) : taken.answer;
  };
  Object.defineProperty(prototype, name, { value: watched, configurable: true, writable: true });
}

const meetTool: Meet = (self, name, given) => {
  let hooked: object | undefined;
  for (const run of surroundingRuns())
    hooked = hookToolInPlace(self as NativeTool, run.hooks) ?? hooked;
  if (hooked === undefined) return undefined;
  return { answer: Reflect.apply(Reflect.get(hooked, name) as Method, hooked, given) };
};

/** What is heard of a model only where its calls pass the hooks; the rest is heard of a run in other ways as well. */
const { onMessage: _told, onInventoryChange: _offered, ...asked } = { ...MODEL, ...DELTAS };
const ABOUT_MODELS = Object.keys(asked) as readonly EventName[];

const meetModel: Meet = (self, name, given) => {
  if (TAGS.of(self) !== undefined) return undefined;
  const taken = callHooked(self, name, given);
  if (taken === undefined) for (const run of surroundingRuns()) refuseIn(run);
  return taken;
};

function refuseIn({ guardsModels, chat }: ChatRun): void {
  if (!guardsModels || !chat.listens(...ABOUT_MODELS)) return;
  throw new InterposeError(
    'model_unhooked',
    'this run called a model that no hook can see',
    'wrap the model, or the factory that makes the graph, with withHooks',
  );
}

/** The same for calls of classes that are not those watched here: another copy of LangChain tells its callbacks. */
export function withCallGuard(config: RunnableConfig | undefined, hooks: Hooks): RunnableConfig {
  const callbacks = config?.callbacks;
  const guard = callGuard(hooks);
  if (callbacks === undefined) return { ...config, callbacks: [guard] };
  if (Array.isArray(callbacks))
    return { ...config, callbacks: [...(callbacks as object[]), guard] };
  return { ...config, callbacks: (callbacks as CallbackManager).copy([guard], true) };
}

interface CallbackManager {
  copy(handlers: readonly object[], inherited: boolean): unknown;
}

function callGuard(hooks: Hooks): object {
  const toolEnds = (_output: unknown, runId: string): void => {
    const run = currentRun(hooks);
    if (run === undefined || run.notes.gated.has(runId)) return;
    run.fatal ??= { error: unhookedTool() };
    throw run.fatal.error;
  };
  return {
    name: 'interpose',
    raiseError: true,
    awaitHandlers: true,
    handleChatModelStart(model: unknown): void {
      const run = currentRun(hooks);
      if (run !== undefined && !isHookedModel(model)) refuseIn(run);
    },
    handleToolEnd: toolEnds,
    handleToolError: toolEnds,
  };
}

function unhookedTool(): InterposeError {
  return new InterposeError(
    'tool_unhooked',
    'a tool ran inside this run although no hook was asked',
    'wrap the tool, or the factory that makes the graph, with withHooks',
  );
}
