import type { FuzzApp, FuzzKind } from '@interpose/testing/fuzz';
import type { InterceptorName } from '@interpose/core';
import type { ToolSet } from 'ai';

import { withHooks } from '../../src/index.ts';
import type { Sdk } from '../../test/sdk-versions.ts';
import { fuzzModel, type FuzzModel } from './fuzz-model.ts';
import { fuzzTools, toolKinds } from './fuzz-tools.ts';

/** The events of one answer. */
export const answerEvents: readonly InterceptorName[] = [
  'onUserMessage',
  'preRequest',
  'onResponseDelta',
  'onResponse',
  'onRequestError',
  'onAgentResponse',
];

/** The events of a loop of model and tools. */
const loopEvents: readonly InterceptorName[] = [
  ...answerEvents,
  'preToolCall',
  'onToolCallResult',
  'onToolCallError',
];

const wraps = {
  'hook again': [],
  'wrap the model': ['wrapLanguageModel'],
  'hook the model': ['model.doGenerate', 'model.doStream'],
  'hook the tools': ['tools of a call'],
} as const;

const options = {
  'frozen tools': ['tools of a call'],
  callbacks: ['callbacks'],
  prepareStep: ['prepareStep'],
  toolApproval: ['toolApproval'],
  transform: ['experimental_transform'],
} as const;

/** Calls of the module and agents, with tools. */
export function loopKinds(sdk: Sdk): readonly FuzzKind[] {
  const both = { modes: ['plain', 'streamed'], events: loopEvents, tools: toolKinds } as const;
  return [
    {
      ...both,
      name: 'module',
      entries: ['generateText', 'streamText', 'tools of a call', 'stopWhen'],
      wraps,
      options,
      open: (app) => openModule(sdk, app),
    },
    {
      ...both,
      name: 'agent',
      entries: ['ToolLoopAgent.generate', 'ToolLoopAgent.stream', 'tools of a call', 'stopWhen'],
      wraps: { ...wraps, 'a subclass': [] },
      options: { ...options, prepareCall: ['prepareCall'] },
      open: (app) => openAgent(sdk, app),
    },
  ];
}

/** Hooks a target, unless this is the run without hooks. */
export function hooked<Target extends object>(target: Target, { hooks }: FuzzApp): Target {
  return hooks === undefined ? target : (withHooks(target as never, hooks) as Target);
}

function openModule(sdk: Sdk, app: FuzzApp): () => Promise<unknown> {
  const module = app.wraps.includes('hook again')
    ? hooked(hooked(sdk, app), app)
    : hooked(sdk, app);
  const call = callOf(sdk, app);
  return async () => {
    const { prompt } = app;
    if (app.mode === 'plain') return module.generateText({ ...call, prompt });
    return readResult(app, module.streamText({ ...call, prompt, onError: keepError(app) }));
  };
}

function openAgent(sdk: Sdk, app: FuzzApp): () => Promise<unknown> {
  const { abortSignal, experimental_transform, ...settings } = callOf(sdk, app);
  const Agent = app.wraps.includes('a subclass') ? subclass(sdk) : sdk.ToolLoopAgent;
  const made = new Agent({ ...settings, ...(app.has('prepareCall') ? { prepareCall } : {}) });
  const once = hooked(made, app);
  const agent = app.wraps.includes('hook again') ? hooked(once, app) : once;
  const rest = abortSignal === undefined ? {} : { abortSignal };
  const streamed =
    experimental_transform === undefined ? rest : { ...rest, experimental_transform };
  return async () => {
    const { prompt } = app;
    if (app.mode === 'plain') return agent.generate({ prompt, ...rest });
    return readResult(app, await agent.stream({ prompt, ...streamed }));
  };
}

const prepareCall = (given: object): never => ({ ...given }) as never;

function subclass(sdk: Sdk): Sdk['ToolLoopAgent'] {
  return class Counting extends sdk.ToolLoopAgent {
    #calls = 0;
    get calls(): number {
      return this.#calls;
    }
    override generate(given: never): never {
      this.#calls += 1;
      return super.generate(given) as never;
    }
  } as never;
}

interface Call {
  readonly model: FuzzModel;
  readonly tools: ToolSet;
  readonly maxRetries: 0;
  readonly stopWhen: ReturnType<Sdk['stepCountIs']>;
  readonly abortSignal?: AbortSignal;
  readonly experimental_transform?: () => TransformStream<never, never>;
}

function callOf(sdk: Sdk, app: FuzzApp): Call {
  const { has, signal } = app;
  const model = modelOf(sdk, app);
  const heard = Object.fromEntries(
    callbacks.map((name) => [name, (event: unknown) => hear(app, name, event)]),
  );
  const tools = fuzzTools(sdk, app);
  return {
    model,
    tools: app.wraps.includes('hook the tools') ? hookedTools(tools, app) : tools,
    maxRetries: 0,
    stopWhen: sdk.stepCountIs(5),
    ...(signal === undefined ? {} : { abortSignal: signal }),
    ...(has('callbacks') ? heard : {}),
    ...(has('prepareStep') ? { prepareStep: () => ({ model }) } : {}),
    ...(has('toolApproval') ? { toolApproval: () => 'approved' } : {}),
    ...(has('transform') ? { experimental_transform: () => new TransformStream() } : {}),
  };
}

const callbacks = ['onStepFinish', 'onFinish', 'onChunk', 'onAbort', 'onToolExecutionEnd'];

function hookedTools(tools: ToolSet, app: FuzzApp): ToolSet {
  const all = Object.entries(tools).map(
    ([name, tool]) => [name, hooked(tool as object, app)] as const,
  );
  return Object.fromEntries(all) as ToolSet;
}

function hear({ note }: FuzzApp, name: string, event: unknown): void {
  const { chunk } = event as { readonly chunk?: unknown };
  note(chunk !== undefined && isPreliminary(chunk) ? 'preliminary' : name, event);
}

/** The model of the program, wrapped as it says. */
export function modelOf(sdk: Sdk, app: FuzzApp): FuzzModel {
  let model = fuzzModel(app);
  for (const wrap of app.wraps) {
    if (wrap === 'hook the model') model = hooked(model as object, app) as FuzzModel;
    if (wrap !== 'wrap the model') continue;
    const middleware = { specificationVersion: 'v3' } as never;
    model = sdk.wrapLanguageModel({ model, middleware });
  }
  return model;
}

/** Keeps what a stream fails with, instead of letting the SDK print it. */
export function keepError({ note }: FuzzApp): (event: { readonly error: unknown }) => void {
  return ({ error }) => note('onError', error);
}

const readings = ['text', 'reasoningText', 'steps', 'finishReason', 'response', 'usage'] as const;

/** What an app gets from a stream; the result itself can be reached and is not compared. */
async function readResult(
  app: FuzzApp,
  result: { readonly fullStream: AsyncIterable<unknown> },
): Promise<object> {
  const read = await app.read(result.fullStream);
  const chunks = read.filter((chunk) => !isPreliminary(chunk));
  const values = app.stops
    ? []
    : await Promise.allSettled(readings.map((name) => Reflect.get(result, name) as unknown));
  return Object.defineProperty({ chunks, values }, 'result', { value: { result, read } });
}

/** Where a hook may change the result of a tool that streams, what it yields on the way stays back, as the README says. */
function isPreliminary(chunk: unknown): boolean {
  return (chunk as { readonly preliminary?: unknown }).preliminary === true;
}
