import { IterableReadableStream } from '@langchain/core/utils/stream';
import { isDict, streamOf, type Layer } from '@interpose/adapter-kit';
import { runInChat } from '@interpose/core/adapter';
import { callbacksIn, requireNoCallbacks } from '../coverage/check-callbacks.ts';
import { delegateRun } from '../delegation/delegate.ts';
import { remoteMembers } from '../delegation/remote-call.ts';
import { hookFallbacks } from '../model/models-in.ts';
import type { ChatRun } from '../run/host-run.ts';
import { openRun, type HookedRunner } from '../run/open-run.ts';
import { settle } from '../run/settle-run.ts';
import { watchEvents, watchRunStream, watchStream } from '../stream/watch-stream.ts';
import { watchRemote, withCallGuard } from './calls-inside.ts';
import { TAGS } from './hook-object.ts';
import { BY_GRAPH, handedOut, partsOf, shownBy, type HeldParts } from './held-parts.ts';
import {
  isModel,
  isRemote,
  isRunner,
  isStore,
  nodesOf,
  toolsIn,
  type AgentParams,
  type Runner,
} from './shapes.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import type { Method, RunnableConfig } from '../translate/native.ts';

/** Returns the graph or agent with hooks: every run of it is a chat. */
export function hookRunner<R extends Runner>(
  runner: R,
  layer: Layer,
  params: AgentParams = {},
  isCompiled = false,
): R {
  const { hooks, options } = layer;
  if (TAGS.of(runner)?.hooks === hooks) return runner;
  if (isRemote(runner)) watchRemote(runner);
  const again = (made: Runner): Runner => hookRunner(made, layer, params, isCompiled);
  const tag = { hooks, target: runner };
  const parts = partsIn(layer);
  const members = membersOf({ runner, hooks, options, params, isCompiled }, parts, again);
  // The class of `createAgent` has private fields, which only the agent itself can reach.
  const isAgent = isRunner(runner['graph']);
  return new Proxy(runner, {
    get(target, key, receiver) {
      if (key === TAGS.key) return tag;
      if (Object.hasOwn(members, key) && typeof target[key] === 'function')
        return Reflect.get(members, key) as unknown;
      if (isAgent && BY_GRAPH.has(key)) return shownBy(again(target['graph'] as Runner), key);
      const value: unknown = Reflect.get(target, key, isAgent ? target : receiver);
      if (typeof value === 'object' && value !== null) return handedOut(key, value, parts, again);
      if (!isAgent || typeof value !== 'function' || key === 'constructor') return value;
      return (value as () => unknown).bind(target);
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
}

/** Returns functions that hook the parts which a hooked target shows. The models of a graph may be out of reach. */
export function partsIn(layer: Layer): HeldParts {
  return partsOf(layer, (part) => hookRunner(part, layer, {}, true));
}

/** Returns the hooked methods of a runner. */
function membersOf(
  hooked: HookedRunner,
  { see }: HeldParts,
  again: (made: Runner) => Runner,
): object {
  const { runner, hooks, options, isCompiled } = hooked;
  const layer = { hooks, options };
  const call = (input: unknown, given?: RunnableConfig): Call => {
    const isGuarded = isCompiled || options.require === 'enforced';
    const store = given?.['store'] ?? runner['store'];
    const config =
      isStore(store) && TAGS.of(store)?.hooks !== hooks ? { ...given, store: see(store) } : given;
    return { hooked, input, config: isGuarded ? withCallGuard(config, hooks) : config };
  };
  return {
    invoke: (input: unknown, config?: RunnableConfig) => invoke(call(input, config)),
    stream: (input: unknown, config?: RunnableConfig) => stream(call(input, config)),
    _streamIterator: (input: unknown, config?: RunnableConfig) => iterated(call(input, config)),
    streamEvents: (input: unknown, config?: RunnableConfig, given?: unknown) =>
      config?.['version'] === 'v3' && given === undefined
        ? streamV3(call(input, config))
        : streamEvents(call(input, config), given),
    withConfig: (config: RunnableConfig) => {
      requireNoCallbacks(layer, callbacksIn(config));
      const made: unknown = Reflect.apply(runner['withConfig'] as Method, runner, [config]);
      return isRunner(made) ? again(made) : made;
    },
    withFallbacks: (...given: readonly unknown[]) => {
      const made = Reflect.apply(runner['withFallbacks'] as Method, again(runner), given) as object;
      hookFallbacks(made, layer, (part) =>
        isRunner(part) || isModel(part) ? (see(part) as object) : undefined,
      );
      return made;
    },
    ...remoteMembers(runner, again),
    transform: (inputs: AsyncIterable<unknown>, config?: RunnableConfig) =>
      transformed(inputs, call(undefined, config)),
  };
}

/** One call of a runner, with the configuration that is passed on. */
interface Call {
  readonly hooked: HookedRunner;
  readonly input: unknown;
  readonly config: RunnableConfig | undefined;
}

function invoke({ hooked, input, config }: Call): Promise<unknown> {
  return delegateRun(hooked, input, async (given) => {
    const run = await openRun(hooked, given, config, 'agent.invoke');
    return settle(run, async () => {
      const result = await hooked.runner.invoke(given, config);
      if (isDict(result) && '__interrupt__' in result) run.suspended = true;
      return result;
    });
  });
}

/** Opens the chat of a stream. If no stream begins, the chat ends with the error. */
async function begin<T, U>(
  { hooked, input, config }: Call,
  path: string,
  make: () => T | Promise<T>,
  watch: (run: ChatRun, source: T) => U,
): Promise<U> {
  const run = await openRun(hooked, input, config, path);
  try {
    return watch(run, await runInChat(run.chat, make));
  } catch (error) {
    await run.failed(error);
    throw error;
  }
}

type Parts = ReadableStream<unknown>;

function stream(call: Call): Promise<Parts> {
  const { hooked, input, config } = call;
  return begin(call, 'agent.stream', () => hooked.runner.stream(input, config), watchStream);
}

/** All of LangChain's ways to stream use this method. A runnable around the graph calls it without `stream`. */
async function* iterated(call: Call): AsyncGenerator {
  yield* await stream(call);
}

function streamV3(call: Call): Promise<unknown> {
  const events = (): unknown => call.hooked.runner.streamEvents(call.input, call.config);
  return begin(call, 'agent.streamEvents', events, watchRunStream);
}

/** The host returns a stream and begins the run at once, whether or not anybody reads. */
function streamEvents(call: Call, given: unknown): Parts {
  const events = (): Parts =>
    call.hooked.runner.streamEvents(call.input, call.config, given) as Parts;
  const opening = begin(call, 'agent.streamEvents', events, watchEvents);
  return new IterableReadableStream({
    async pull(out) {
      const step = await (await opening).next();
      if (step.done) out.close();
      else out.enqueue(step.value);
    },
    cancel: async (reason) => (await opening).cancel(reason),
  });
}

/** Streams as a step of a chain: a chain calls its steps in this way. The graph gets all of its input first. */
async function* transformed(inputs: AsyncIterable<unknown>, call: Call): AsyncGenerator {
  const { runner } = call.hooked;
  const all: unknown[] = [];
  for await (const input of inputs) all.push(input);
  const given = async function* given(): AsyncGenerator {
    yield* all;
  };
  const parts = (): Parts =>
    streamOf(Reflect.apply(runner['transform'] as Transform, runner, [given(), call.config]));
  yield* await begin({ ...call, input: all.at(-1) }, 'agent.stream', parts, watchStream);
}

type Transform = (inputs: AsyncIterable<unknown>, config?: RunnableConfig) => AsyncGenerator;

/**
 * Hooks a compiled graph, whose parts may be out of reach. Tools are hooked where its nodes hold them or where a run
 * calls them. If hooks listen to models, a model without hooks is refused as soon as it is called.
 */
export function hookGraph<R extends Runner>(graph: R, layer: Layer): R {
  if (TAGS.of(graph)?.hooks === layer.hooks) return graph;
  const nodes = nodesOf(graph);
  for (const tool of nodes.flatMap(toolsIn)) hookToolInPlace(tool, layer.hooks);
  for (const node of nodes.filter(isRemote)) watchRemote(node);
  return hookRunner(graph, layer, {}, true);
}
