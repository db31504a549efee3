import { BaseChatModel, SimpleChatModel } from '@langchain/core/language_models/chat_models';
import { BaseLLM } from '@langchain/core/language_models/llms';
import { Runnable, RunnableToolLike } from '@langchain/core/runnables';
import { DynamicStructuredTool, DynamicTool, StructuredTool } from '@langchain/core/tools';
import { DELTAS, MODEL, reportOnce } from '@interpose/adapter-kit';
import { InterposeError, type EventName, type Hooks } from '@interpose/core';

import { guards } from '../coverage/check-callbacks.ts';
import { delegateRemote, IS_REMOTE, REMOTE_CALLS } from '../delegation/remote-call.ts';
import { isAskedBelow } from '../model/ask-below.ts';
import { isHookedModel } from '../model/hooked-models.ts';
import { hookedPartOf } from '../model/models-in.ts';
import { currentRun, isInRun, notePause, surroundingRuns, type ChatRun } from '../run/host-run.ts';
import { isInTool } from '../run/tool-scope.ts';
import { callHooked, passesHooks, TAGS } from './hook-object.ts';
import { subclassWatch, watch, watchMaking, watchSubclasses, type Meet } from './watch-classes.ts';
import { BY_INVOKE } from '../tools/chain-as-tool.ts';
import { gateFunction, hookInRuns } from '../tools/hook-tools.ts';
import type { Method, NativeTool, RunnableConfig } from '../translate/native.ts';

let isWatching = false;

/**
 * Adds a check to LangChain's classes for each tool and model that code inside a run calls. A node of a compiled graph,
 * a middleware or another tool may keep its own ones. Tools are hooked before they run. Models without hooks are
 * refused if the run says so. Graphs on another machine ask the hooks of a delegation. Outside of hooked runs nothing
 * changes.
 */
export function watchCallsInside(): void {
  if (isWatching) return;
  isWatching = true;
  watch(StructuredTool.prototype, 'call', meetTool);
  watch(RunnableToolLike.prototype, 'invoke', meetTool);
  for (const name of Object.keys(BY_INVOKE)) watch(RunnableToolLike.prototype, name, meetChain);
  for (const model of [BaseChatModel, BaseLLM]) {
    for (const name of ['generate', '_streamIterator', 'streamEvents'])
      watch(model.prototype, name, meetModel);
    watchSubclasses(model, MODEL_PARTS, meetModelPart);
  }
  for (const model of [SimpleChatModel, BaseLLM]) watchSubclasses(model, ['_call'], meetModelPart);
  watch(Runnable.prototype, '_callWithConfig', meetDecision);
  watch(Runnable.prototype, 'withFallbacks', meetFallbacks);
  watchSubclasses(StructuredTool, ['_call', 'invoke', 'call'], meetPart);
  watchMaking(Runnable, watchRemote);
  for (const made of [DynamicStructuredTool, DynamicTool])
    watchMaking(made, (tool, [fields]) => gateFunction(tool as NativeTool, fields));
}

/** The methods of a model below its callbacks. A direct call of one passes everything above it. */
const MODEL_PARTS = ['_generate', '_streamResponseChunks', '_streamChatModelEvents'];

const watchRemotes = subclassWatch(Runnable, REMOTE_CALLS, delegateRemote);

/** Watches a graph on another machine that was made earlier, or that comes from another copy of LangChain. */
export function watchRemote(made: object): void {
  if (IS_REMOTE in made) watchRemotes(made);
}

const meetTool = ((self, name, given) => {
  const hooked = hookInRuns(self as NativeTool);
  return hooked && { answer: Reflect.apply(hooked[name] as Method, hooked, given) };
}) satisfies Meet;

/** Inside of a run, a chain made into a tool takes calls that it would pass on by its `invoke`, which is watched. */
const meetChain: Meet = (self, name, given) =>
  isInRun() ? { answer: Reflect.apply(BY_INVOKE[name]!, self, given) } : undefined;

/** Skips calls that a running tool makes of its own parts: they belong to its call. */
const meetPart: Meet = (self, name, given) =>
  isInTool(self) ? undefined : meetTool(self, name, given);

/** The events that fire only for hooked calls of models. A run fires the other one in other ways as well. */
const { onMessage: _told, ...asked } = { ...MODEL, ...DELTAS };
const ABOUT_MODELS = Object.keys(asked) as readonly EventName[];

const meetModel = ((self, name, given) => {
  const taken = TAGS.of(self) === undefined ? callHooked(self, name, given) : undefined;
  if (taken !== undefined) return taken;
  for (const run of surroundingRuns()) if (!passesHooks(self, run.hooks)) refuseIn(run);
  return undefined;
}) satisfies Meet;

/** What a binding or a chain of a hooked model falls back to is hooked, as what the model itself falls back to. */
const meetFallbacks: Meet = (self, name, given, own) => {
  const part = TAGS.of(self) === undefined ? hookedPartOf(self) : undefined;
  if (part === undefined) return undefined;
  const { fallbacks } = Reflect.apply(Reflect.get(part, name) as Method, part, given) as {
    readonly fallbacks: unknown;
  };
  return { answer: Reflect.apply(own, self, [{ fallbacks }]) };
};

/** Handles a decision model (@langchain/core 1.4): it runs like any runnable, and only its method tells what it is. */
const meetDecision: Meet = (self, name, given) =>
  '_classify' in self ? meetModel(self, name, given) : undefined;

/** If code takes a method from the class and calls it on a hooked model, the hooked method runs in its place. */
const meetModelPart: Meet = (self, name, given) =>
  TAGS.of(self)
    ? { answer: Reflect.apply(Reflect.get(self, name) as Method, self, given) }
    : meetModel(self, name, given);

/**
 * Refuses the model of a call, if this run guards its models. If not, or if hooks only observe models, the call goes on
 * and is reported once.
 */
function refuseIn(run: ChatRun): void {
  const { guardsModels, chat, hooks } = run;
  const { require } = run.asked;
  if (isAskedBelow(hooks) || !chat.listens(...ABOUT_MODELS)) return;
  if (!guardsModels || (require !== 'enforced' && !chat.intercepts(...ABOUT_MODELS))) {
    const error = new InterposeError(
      'unmediated_call',
      'a model that is not hooked was asked inside a hooked run, and passed no hooks',
      "hook that model with withHooks, or refuse such calls with require: 'enforced'",
    );
    return reportOnce(hooks, { adapter: 'langchain', event: 'preRequest', error });
  }
  const error = new InterposeError(
    'model_unhooked',
    'this run called a model that no hook can see',
    'wrap the model, or the factory that makes the graph, with withHooks',
  );
  // A middleware may take the error for that of a model, and go on without an answer.
  if (require === 'enforced') run.fatal ??= { error };
  throw error;
}

/** Checks calls of tools and models of other classes, as those of another copy of LangChain, by their callbacks. */
export function withCallGuard(config: RunnableConfig | undefined, hooks: Hooks): RunnableConfig {
  const given = config?.callbacks ?? [];
  const guard = callGuard(hooks);
  const callbacks = Array.isArray(given)
    ? [...(given as object[]), guard]
    : (given as CallbackManager).copy([guard], true);
  return { ...config, callbacks };
}

interface CallbackManager {
  copy(handlers: readonly object[], inherited: boolean): unknown;
}

function callGuard(hooks: Hooks): object {
  const toolEnds = (_output: unknown, runId: string): void => {
    const run = currentRun(hooks);
    if (run === undefined || run.memory.gated.has(runId)) return;
    const error = new InterposeError(
      'tool_unhooked',
      'a tool ran inside this run although no hook was asked',
      'wrap the tool, or the factory that makes the graph, with withHooks',
    );
    run.fatal ??= { error };
    throw run.fatal.error;
  };
  const modelStarts = (model: unknown): void => {
    const run = currentRun(hooks);
    if (run !== undefined && !isHookedModel(model, hooks)) refuseIn(run);
  };
  const chainStarts = (...[chain, , , , , , runType]: readonly unknown[]): void => {
    // To its callbacks, a decision model is a chain of this kind.
    if (runType === 'llm') modelStarts(chain);
  };
  const guard = {
    name: 'interpose',
    raiseError: true,
    awaitHandlers: true,
    handleChatModelStart: modelStarts,
    handleLLMStart: modelStarts,
    handleChainStart: chainStarts,
    handleChainError: (error: unknown) => notePause(currentRun(hooks), error),
    handleToolEnd: toolEnds,
    handleToolError: toolEnds,
  };
  guards.add(guard);
  return guard;
}
