import type { InterceptorName } from '@interpose/core';
import type { FuzzApp, FuzzKind, FuzzToolKind } from '@interpose/testing/fuzz';
import type { Agent, FunctionTool, Runner } from '@openai/agents-core';

import { withHooks, type Hookable } from '../../src/index.ts';
import type { Sdk } from '../../test/sdk-versions.ts';
import { fuzzModel } from './fuzz-model.ts';

const events: readonly InterceptorName[] = [
  'onUserMessage',
  'preRequest',
  'onResponseDelta',
  'onResponse',
  'onRequestError',
  'preToolCall',
  'onToolCallResult',
  'onToolCallError',
  'onAgentResponse',
];

const tools: readonly FuzzToolKind[] = ['sync', 'async', 'slow', 'throws', 'rejects', 'odd'];

const options = {
  session: ['path: session'],
  'stop on first tool': ['Agent'],
  clone: ['Agent'],
  'own errors': ['tool'],
} as const;

/** Runs of an agent that is hooked itself, or whose runner is. */
export function kindsOf(sdk: Sdk): readonly FuzzKind[] {
  const both = { modes: ['plain', 'streamed'], events, tools, options } as const;
  const entries = ['path: run', 'path: run streamed', 'path: tool.invoke'];
  const wraps = { 'hook again': [], 'hook the runner': ['Runner'] } as const;
  return [
    {
      ...both,
      name: 'agent',
      entries,
      wraps,
      open: (app) => openRun(sdk, app, ({ agent }) => agent),
    },
    {
      ...both,
      name: 'runner',
      entries,
      wraps: { 'hook again': [] },
      open: (app) => openRun(sdk, app, ({ runner }) => runner),
    },
    {
      ...both,
      name: 'agent as a tool',
      entries: [...entries, 'path: agent.asTool'],
      events: [...events, 'preDelegate', 'onDelegateResult'],
      open: (app) => openRun(sdk, app, ({ agent }) => agent, true),
    },
  ];
}

interface Parts {
  readonly agent: Agent;
  readonly runner: Runner;
}

function openRun(
  sdk: Sdk,
  app: FuzzApp,
  targetOf: (parts: Parts) => Hookable,
  isNested = false,
): () => Promise<unknown> {
  const agent = agentOf(sdk, app, isNested);
  const runner = new sdk.Runner({
    tracingDisabled: true,
    toolNotFoundBehavior: 'return_error_to_model',
  } as never);
  hook(app, targetOf({ agent, runner }), runner);
  const used = app.has('clone') && !isNested ? agent.clone({ name: 'clone' }) : agent;
  const session = app.has('session') ? new sdk.MemorySession() : undefined;
  const rest = {
    maxTurns: 5,
    ...(session === undefined ? {} : { session }),
    ...(app.signal === undefined ? {} : { signal: app.signal }),
  };
  return async () => {
    const { prompt } = app;
    if (app.mode === 'plain') {
      const result = await runner.run(used, prompt, rest);
      return shown({ result }, session, undefined);
    }
    const result = await runner.run(used, prompt, { ...rest, stream: true });
    const chunks = await app.read(result);
    const end = app.stops ? undefined : await result.completed.catch((error: unknown) => error);
    return shown({ result, chunks }, session, { events: chunks.map(typeOf), end });
  };
}

function hook({ hooks, wraps }: FuzzApp, target: Hookable, runner: Runner): void {
  if (hooks === undefined) return;
  withHooks(target, hooks);
  for (const wrap of wraps) withHooks(wrap === 'hook the runner' ? runner : target, hooks);
}

function agentOf(sdk: Sdk, app: FuzzApp, isNested: boolean): Agent {
  const made = app.tools.map((tool) => toolOf(sdk, app, tool));
  const model = fuzzModel(sdk, app);
  const first = app.has('stop on first tool') ? { toolUseBehavior: 'stop_on_first_tool' } : {};
  const agent = new sdk.Agent({ name: 'main', model, tools: made, ...first } as never);
  if (!isNested) return agent;
  const nested = agent.asTool({ toolName: 'tool0', toolDescription: 'Asks.' });
  return new sdk.Agent({ name: 'outer', model, tools: [nested as never, ...made.slice(1)] });
}

const errorFunction = (_context: unknown, error: unknown): string => `it failed: ${String(error)}`;

function toolOf(sdk: Sdk, app: FuzzApp, { name, run }: FuzzApp['tools'][number]): FunctionTool {
  const parameters = {
    type: 'object',
    properties: { secret: { type: 'string' } },
    required: [],
    additionalProperties: true,
  };
  return sdk.tool({
    name,
    description: `Runs ${name}.`,
    parameters,
    strict: false,
    execute: (args: unknown) => run(args),
    ...(app.has('own errors') ? { errorFunction } : {}),
  } as never) as FunctionTool;
}

interface Read {
  readonly finalOutput?: unknown;
  readonly history: unknown;
}

/** What an app reads of a run is compared; the result and the session can be reached too. */
function shown(
  reached: { readonly result: Read; readonly chunks?: unknown },
  session: object | undefined,
  streamed: object | undefined,
): object {
  const { finalOutput, history } = reached.result;
  const value = { finalOutput, history, ...streamed };
  return Object.defineProperty(value, 'result', { value: { ...reached, session } });
}

function typeOf(event: unknown): unknown {
  const { type, name } = (event ?? {}) as { readonly type?: unknown; readonly name?: unknown };
  return event instanceof Error ? event : [type, name];
}
