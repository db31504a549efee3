import {
  asToolLoopAgent,
  isHolder,
  isModel,
  isModule,
  type AiModule,
  type CallOptions,
} from './shapes.ts';
import { hookAgent } from './agent.ts';
import type { ChatRun } from '../run/host-run.ts';
import { noteUses, surface } from '../coverage/unmediated-calls.ts';
import { hookEmbed } from '../data/embedding.ts';
import { followSignal } from '../stream/followed-signal.ts';
import { hookCall, openRun, type CallContext } from './hooked-call.ts';
import { hookStandaloneModel } from './standalone-model.ts';
import { countTargets } from '../run/nesting.ts';
import { andThen, noteOptions, passUnmediated, type Layer } from '@interpose/adapter-kit';
import { settleCall, watchResult } from '../run/settle-run.ts';
import { givenModel } from './named-model.ts';
import { hookClass, type AgentClass } from './own-class.ts';
import { tags } from './tags.ts';

type Call = (options: CallOptions) => unknown;

/** The module, and how its functions are hooked. */
interface Hooking extends Layer {
  readonly module: AiModule;
  readonly version: string;
}

/** The exports that a hooked module replaces: functions that call models, and those that run agents. */
const CALLING: Readonly<Record<string, (hooking: Hooking, own: never, name: never) => object>> = {
  generateText: answering,
  generateObject: answering,
  streamText: streaming,
  streamObject: streaming,
  experimental_streamTextLowMemory: streaming,
  embed: hookEmbed,
  embedMany: hookEmbed,
  createAgentUIStream: agentCalling,
  createAgentUIStreamResponse: agentCalling,
  pipeAgentUIStreamToResponse: agentCalling,
  DirectChatTransport: agentCalling,
  experimental_streamLanguageModelCall: modelCall,
};

/** The names of the agent's class. Where a tracer wraps the module, each read of each of them gives another class. */
const AGENTS = ['ToolLoopAgent', 'Experimental_Agent'] as const;

/** All exports that a hooked module replaces: those above, and the agent's class. */
export const HOOKED_EXPORTS: readonly string[] = [...Object.keys(CALLING), ...AGENTS];

/** Returns the module with its calling functions and its agent class hooked; other exports stay the module's own. */
export function hookModule<M extends AiModule>(module: M, layer: Layer): M {
  const { hooks } = layer;
  if (tags.of(module)?.hooks === hooks) return module;
  // Its functions may call each other through tools, so the module counts as more than one target.
  countTargets(2);
  const version = 'registerTelemetry' in module ? '7' : '6';
  const hooking: Hooking = { ...layer, module, version };
  const replaced = { ...functions(hooking), ...agentClasses(hooking), ...whole(hooking) };
  const hooked = { ...module, ...replaced, ...noteUses(module, replaced, hooking) };
  return tags.mark(hooked, { hooks, target: module });
}

/** Hooks the module's default export, if that is the module itself, as bundlers and CommonJS make it. */
function whole(hooking: Hooking): Record<string, unknown> {
  const { module } = hooking;
  const own: unknown = module['default'];
  const isWhole = isHolder(own) && own !== module && isModule(own);
  return isWhole ? { default: hookModule(own, hooking) } : {};
}

function functions(hooking: Hooking): Record<string, unknown> {
  const { module } = hooking;
  const hooked: Record<string, unknown> = {};
  for (const [name, hook] of Object.entries(CALLING)) {
    const own = module[name];
    if (typeof own !== 'function') continue;
    hooked[name] = Object.defineProperties(
      hook(hooking, own as never, name as never),
      Object.getOwnPropertyDescriptors(own),
    );
  }
  return hooked;
}

function answering(hooking: Hooking, call: Call, path: string): Call {
  return (given) => {
    const opening: { run?: ChatRun } = {};
    return settleCall(opening, () => {
      const context = contextOf(hooking, path, given);
      const run = (opening.run = openRun(given, context));
      return andThen(run.chat, () => call(hookCall(given, run, context)));
    });
  };
}

function streaming(hooking: Hooking, call: Call, path: string): Call {
  return (given) => {
    const followed = followSignal(given.abortSignal);
    const context = { ...contextOf(hooking, path, given), controller: followed.controller };
    const run = openRun(given, context);
    try {
      return watchResult(call(hookCall(given, run, context)), run, followed);
    } catch (error) {
      followed.release();
      run.failed(error).catch(() => undefined); // The caller gets what the call threw.
      throw error;
    }
  };
}

function modelCall(hooking: Hooking, call: Call): Call {
  return (given) => {
    noteOptions(given, surface, hooking);
    const model = givenModel(given.model, hooking, hooking.module['gateway']);
    return call(isModel(model) ? { ...given, model: hookStandaloneModel(model, hooking) } : given);
  };
}

type AgentCalling = (new (given: object) => object) & ((given: object) => unknown);

/** Returns the function or class, so that it hooks the agent that it is given. */
function agentCalling(hooking: Hooking, own: AgentCalling): AgentCalling {
  const hooked = (given: unknown): unknown => {
    if (!isHolder(given) || !isHolder(given['agent'])) return given;
    const shape = asToolLoopAgent(given['agent']);
    if (shape === undefined) passUnmediated('an agent of another class', surface, hooking);
    return shape === undefined ? given : { ...given, agent: hookAgent(shape, hooking) };
  };
  return new Proxy(own, {
    apply: (target, self, [given, ...rest]: unknown[]) =>
      Reflect.apply(target, self, [hooked(given), ...rest]) as unknown,
    construct: (target, [given, ...rest]: unknown[], newTarget) =>
      Reflect.construct(target, [hooked(given), ...rest], newTarget) as object,
  });
}

function contextOf(
  { module, hooks, options, version }: Hooking,
  path: string,
  { abortSignal: signal }: CallOptions,
): CallContext {
  const { gateway } = module;
  return { hooks, options, path, fallback: path, version, signal, gateway };
}

/** Returns the hooked agent class, under every name that the module exports it by. */
function agentClasses(hooking: Hooking): Record<string, unknown> {
  const { module } = hooking;
  const own = module[AGENTS[0]];
  if (typeof own !== 'function') return {};
  const hooked = hookClass(own as AgentClass, (agent, isPlain) => {
    const shape = asToolLoopAgent(agent);
    return shape === undefined ? agent : hookAgent(shape, hooking, !isPlain);
  });
  const names = Object.keys(module).filter((name) => module[name] === own);
  const aliases = AGENTS.filter((name) => name in module);
  return Object.fromEntries([...names, ...aliases].map((name) => [name, hooked]));
}
