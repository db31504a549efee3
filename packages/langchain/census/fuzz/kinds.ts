import type { InterceptorName } from '@interpose/core';
import type { FuzzApp, FuzzKind, FuzzToolKind } from '@interpose/testing/fuzz';
import { HumanMessage } from '@langchain/core/messages';
import { tool, type StructuredToolInterface } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { createAgent, createMiddleware } from 'langchain';

import { withHooks, type Hookable } from '../../src/index.ts';
import { FuzzModel, StreamingFuzzModel } from './fuzz-model.ts';

const answerEvents: readonly InterceptorName[] = [
  'onUserMessage',
  'preRequest',
  'onResponseDelta',
  'onResponse',
  'onRequestError',
  'onAgentResponse',
];

const loopEvents: readonly InterceptorName[] = [
  ...answerEvents,
  'preToolCall',
  'onToolCallResult',
  'onToolCallError',
];

const tools: readonly FuzzToolKind[] = ['sync', 'async', 'slow', 'throws', 'rejects', 'odd'];

const wraps = {
  'hook again': [],
  'hook the model': ['model.invoke'],
  'hook the tools': ['tool.invoke'],
};

const options = {
  checkpointer: ['checkpointer: writes', 'checkpointer: reads'],
  middleware: ['createAgent'],
  'whole model': ['whole model'],
  'return direct': ['tool'],
};

/** Agents, graphs that are made elsewhere, and a model by itself. */
export function kindsOf(): readonly FuzzKind[] {
  const loop = { modes: ['plain', 'streamed'], events: loopEvents, tools, wraps, options } as const;
  const entries = ['agent.invoke', 'agent.stream', 'tool.invoke'];
  return [
    { ...loop, name: 'factory', entries, open: (app) => openAgent(app, hooked(createAgent, app)) },
    {
      ...loop,
      name: 'agent',
      entries,
      open: (app) => openAgent(app, (params) => hooked(createAgent(params), app)),
    },
    {
      ...loop,
      name: 'createReactAgent',
      entries: ['createReactAgent', 'createReactAgent, streamed'],
      open: (app) => openAgent(app, hooked(createReactAgent, app), 'llm'),
    },
    {
      ...loop,
      name: 'model',
      entries: ['model.invoke'],
      events: answerEvents,
      tools: [],
      wraps: { 'hook again': [] },
      options: { 'whole model': ['whole model'] },
      open: openModel,
    },
  ];
}

function hooked<Target extends Hookable>(target: Target, { hooks, wraps: more }: FuzzApp): Target {
  if (hooks === undefined) return target;
  const once = withHooks(target, hooks);
  return more.includes('hook again') ? withHooks(once, hooks) : once;
}

interface Agent {
  readonly invoke: (input: object, config: object) => Promise<unknown>;
  readonly stream: (input: object, config: object) => Promise<AsyncIterable<unknown>>;
}

// The kinds of agents differ in their types and take the same calls.
type Factory = (params: never) => unknown;

function openAgent(app: FuzzApp, make: Factory, modelKey = 'model'): () => Promise<unknown> {
  const model = modelOf(app);
  const checkpointer = app.has('checkpointer') ? new MemorySaver() : undefined;
  const params = {
    [modelKey]: app.wraps.includes('hook the model') ? hooked(model, app) : model,
    tools: app.tools.map((each) => toolOf(app, each)),
    ...(checkpointer === undefined ? {} : { checkpointer }),
    ...(app.has('middleware') && modelKey === 'model'
      ? { middleware: [createMiddleware({ name: 'Passing', wrapModelCall: passing })] }
      : {}),
  };
  const agent = make(params as never) as Agent;
  const config = {
    recursionLimit: 12,
    configurable: { thread_id: 'thread' },
    ...(app.signal === undefined ? {} : { signal: app.signal }),
  };
  return async () => {
    const input = { messages: [new HumanMessage({ content: app.prompt, id: 'question' })] };
    if (app.mode === 'plain') return held(await agent.invoke(input, config), checkpointer);
    const streamMode = ['values', 'messages', 'updates'];
    const stream = await agent.stream(input, { ...config, streamMode });
    return held(await app.read(stream), checkpointer);
  };
}

function passing(request: unknown, next: (request: never) => unknown): never {
  return next(request as never) as never;
}

function openModel(app: FuzzApp): () => Promise<unknown> {
  const model = hooked(modelOf(app), app);
  const config = app.signal === undefined ? {} : { signal: app.signal };
  return async () => {
    const messages = [new HumanMessage({ content: app.prompt, id: 'question' })];
    return app.mode === 'plain'
      ? model.invoke(messages, config)
      : app.read(await model.stream(messages, config));
  };
}

function modelOf(app: FuzzApp): FuzzModel {
  return app.has('whole model') ? new FuzzModel(app) : new StreamingFuzzModel(app);
}

function toolOf(app: FuzzApp, { name, run }: FuzzApp['tools'][number]): StructuredToolInterface {
  const schema = { type: 'object', properties: { secret: { type: 'string' } } } as const;
  const made = tool(run as never, {
    name,
    description: `Runs ${name}.`,
    schema,
    returnDirect: app.has('return direct'),
  });
  return app.wraps.includes('hook the tools') ? hooked(made, app) : made;
}

/** What is kept can be reached, and is not compared: its ids and times differ. */
function held(value: unknown, checkpointer: object | undefined): object {
  return Object.defineProperty({ value }, 'checkpointer', { value: checkpointer });
}
