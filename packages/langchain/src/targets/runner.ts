import { IterableReadableStream } from '@langchain/core/utils/stream';
import type { Hooks } from '@interpose/core';
import { isDict, streamOf, type WithHooksOptions } from '@interpose/adapter-kit';
import { runInChat } from '@interpose/core/adapter';
import { delegateRun } from '../delegation/delegate.ts';
import { openRun, type HookedRunner } from '../run/open-run.ts';
import { settle } from '../run/settle-run.ts';
import { watchRunStream, watchStream } from '../stream/watch-stream.ts';
import { watchCallsInside, withCallGuard } from './calls-inside.ts';
import { TAGS } from './hook-object.ts';
import { isRunner, type AgentParams, type Runner } from './shapes.ts';
import type { RunnableConfig } from '../translate/native.ts';

/** The same graph or agent; every run of it is a chat. */
export function hookRunner<R extends Runner>(
  runner: R,
  hooks: Hooks,
  options: WithHooksOptions,
  params: AgentParams = {},
  isCompiled = false,
): R {
  if (TAGS.of(runner)?.hooks === hooks) return runner;
  watchCallsInside();
  const hooked: HookedRunner = { runner, hooks, options, params, isCompiled };
  const tag = { hooks, target: runner };
  const members = membersOf(hooked);
  // The class of `createAgent` keeps private fields, to which only the agent itself gets.
  const isAgent = isRunner(runner['graph']);
  return new Proxy(runner, {
    get(target, key, receiver) {
      if (key === TAGS.key) return tag;
      if (typeof key === 'string' && members.has(key)) return members.get(key);
      if (key === 'graph' && isAgent)
        return hookRunner(target['graph'] as Runner, hooks, options, params, isCompiled);
      const value: unknown = Reflect.get(target, key, isAgent ? target : receiver);
      if (!isAgent || typeof value !== 'function' || key === 'constructor') return value;
      return (value as () => unknown).bind(target);
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
}

function membersOf(hooked: HookedRunner): ReadonlyMap<string, unknown> {
  const { runner, hooks, options, params, isCompiled } = hooked;
  const guarded = (config?: RunnableConfig): RunnableConfig | undefined =>
    isCompiled || options.require === 'enforced' ? withCallGuard(config, hooks) : config;
  const members: [string, unknown][] = [
    ['invoke', (input: unknown, config?: RunnableConfig) => invoke(hooked, input, guarded(config))],
    ['stream', (input: unknown, config?: RunnableConfig) => stream(hooked, input, guarded(config))],
    [
      'streamEvents',
      (input: unknown, config?: RunnableConfig, given?: unknown) =>
        config?.['version'] === 'v3' && given === undefined
          ? streamV3(hooked, input, guarded(config))
          : streamEvents(hooked, input, guarded(config), given),
    ],
  ];
  const { withConfig, transform } = runner;
  if (typeof withConfig === 'function') {
    members.push([
      'withConfig',
      (config: RunnableConfig) => {
        const made: unknown = Reflect.apply(withConfig, runner, [config]);
        return isRunner(made) ? hookRunner(made, hooks, options, params, isCompiled) : made;
      },
    ]);
  }
  if (typeof transform === 'function') {
    members.push([
      'transform',
      (inputs: AsyncIterable<unknown>, config?: RunnableConfig) =>
        transformed(hooked, transform as Transform, inputs, guarded(config)),
    ]);
  }
  return new Map(members);
}

function invoke(hooked: HookedRunner, input: unknown, config?: RunnableConfig): Promise<unknown> {
  return delegateRun(hooked, input, async (given) => {
    const run = await openRun(hooked, given, config, 'agent.invoke');
    return settle(run, async () => {
      const result = await hooked.runner.invoke(given, config);
      if (isDict(result) && '__interrupt__' in result) run.suspended = true;
      return result;
    });
  });
}

async function stream(
  hooked: HookedRunner,
  input: unknown,
  config?: RunnableConfig,
): Promise<ReadableStream<unknown>> {
  const run = await openRun(hooked, input, config, 'agent.stream');
  try {
    const source = await runInChat(run.chat, () => hooked.runner.stream(input, config));
    return watchStream(run, source);
  } catch (error) {
    await run.failed(error);
    throw error;
  }
}

/** The host gives a stream at once, so the chat is opened when somebody reads. */
function streamEvents(
  hooked: HookedRunner,
  input: unknown,
  config?: RunnableConfig,
  given?: unknown,
): ReadableStream<unknown> {
  let watched: ReadableStreamDefaultReader<unknown> | undefined;
  const begin = async (): Promise<ReadableStreamDefaultReader<unknown>> => {
    const run = await openRun(hooked, input, config, 'agent.streamEvents');
    const source = runInChat(run.chat, () => hooked.runner.streamEvents(input, config, given));
    return watchStream(run, source as ReadableStream<unknown>).getReader();
  };
  return new IterableReadableStream(
    {
      async pull(out) {
        watched ??= await begin();
        const { done, value } = await watched.read();
        if (done) out.close();
        else out.enqueue(value);
      },
      cancel: (reason) => watched?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

async function streamV3(
  hooked: HookedRunner,
  input: unknown,
  config?: RunnableConfig,
): Promise<unknown> {
  const run = await openRun(hooked, input, config, 'agent.streamEvents');
  try {
    const source = await runInChat(run.chat, () => hooked.runner.streamEvents(input, config));
    return watchRunStream(run, source);
  } catch (error) {
    await run.failed(error);
    throw error;
  }
}

type Transform = (inputs: AsyncIterable<unknown>, config?: RunnableConfig) => AsyncGenerator;

/** A chain streams through its steps in this way: the graph gets all of its input first. */
async function* transformed(
  hooked: HookedRunner,
  transform: Transform,
  inputs: AsyncIterable<unknown>,
  config?: RunnableConfig,
): AsyncGenerator {
  const all: unknown[] = [];
  for await (const input of inputs) all.push(input);
  const run = await openRun(hooked, all.at(-1), config, 'agent.stream');
  const given = async function* given(): AsyncGenerator {
    yield* all;
  };
  const source = runInChat(run.chat, () =>
    streamOf(transform.call(hooked.runner, given(), config)),
  );
  for await (const part of watchStream(run, source)) yield part;
}
