import {
  filledText,
  noteOptions,
  type Layer,
  type Tag,
  type WithHooksOptions,
} from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { agentCallSettings, Judging } from './agent-settings.ts';
import type { AgentCall, AgentSettings, AgentShape } from './shapes.ts';
import { splitTimeouts } from '../stream/chunk-timeouts.ts';
import { delegate } from '../delegation/delegate.ts';
import { followSignal } from '../stream/followed-signal.ts';
import type { CallContext } from './hooked-call.ts';
import {
  HeldSettings,
  keepLayers,
  layersOf,
  ownSettings,
  withShownTools,
} from './held-settings.ts';
import { countTargets } from '../run/nesting.ts';
import { surface } from '../coverage/unmediated-calls.ts';
import { requireEnforced } from '../coverage/require-enforced.ts';
import { OpenedRuns, settleCall, settleStream, type Opening } from '../run/settle-run.ts';
import { baseOf, prepareOf, rootOf } from './lead-agent.ts';
import { callOwn, hookOwnClass, hookWhileMade, isOfSdk, isOwnClass } from './own-class.ts';
import type { AgentMembers } from '../run/own-methods.ts';
import { tags } from './tags.ts';
import type { AppTools } from '../tools/tool-facts.ts';

/** The paths in the capability table for the calls of an agent. */
export const AGENT_PATHS: readonly string[] = ['ToolLoopAgent.generate', 'ToolLoopAgent.stream'];

/** An agent that is called, and how it was hooked. */
interface CallingAgent extends Layer {
  readonly agent: AgentShape;
  /** Shows the settings of a call to the methods of the agent's class. */
  readonly held: HeldSettings;
  /** The agent that was called: it may inherit from the hooked agent, and have other settings. */
  readonly self: AgentShape;
  /** The prototype of the SDK's class. */
  readonly base: object;
}

/** Returns the agent, still an instance of its class, so that every call passes the hooks. */
export function hookAgent<A extends AgentShape>(agent: A, layer: Layer, isBeingMade = false): A {
  const { hooks, options } = layer;
  if (tags.of(agent)?.hooks === hooks) return agent;
  requireEnforced(options, AGENT_PATHS, agent.settings.tools);
  countTargets(1);
  const to = agentName(agent, options);
  const agentOptions = { ...options, agent: { id: to, ...options.agent } };
  const held = new HeldSettings({ hooks, options: agentOptions });
  const calling = { ...layer, agent, held, base: baseOf(rootOf(agent)) };
  const members: AgentMembers & ThisType<AgentShape | undefined> = {
    get tools() {
      const own = (agent as { readonly tools?: AppTools }).tools;
      return own === undefined ? own : held.tools(own);
    },
    get settings() {
      return held.view(agent.settings);
    },
    set settings(value) {
      Object.defineProperty(this, 'settings', { value, writable: true, configurable: true });
    },
    generate(this: AgentShape | undefined, call: AgentCall) {
      const act = (given: AgentCall) => generate({ ...calling, self: this ?? agent }, given);
      return delegate({ ...layer, to, call, act, streams: false });
    },
    stream(this: AgentShape | undefined, call: AgentCall) {
      const act = (given: AgentCall) => stream({ ...calling, self: this ?? agent }, given);
      return delegate({ ...layer, to, call, act, streams: true });
    },
  };
  const tag = { hooks, target: agent };
  const hook = isBeingMade ? hookWhileMade : hookOwnClass;
  const made = isOwnClass(agent) ? hook(agent, members, tag) : derive(agent, members, tag);
  undelegatedAgents.set(made, {
    hooks,
    to,
    generate: (call) => generate({ ...calling, self: made }, call),
  });
  return made;
}

/** Derives a hooked agent from an agent of the SDK's class. An object that inherits from it may have other settings. */
function derive<A extends AgentShape>(agent: A, members: AgentMembers, tag: Tag): A {
  return Object.create(agent, {
    ...Object.getOwnPropertyDescriptors(members),
    [tags.key]: { value: tag, configurable: true },
  }) as A;
}

/** Returns the name that other agents know this agent by. */
export function agentName(
  { settings, constructor }: AgentShape,
  { agent }: WithHooksOptions,
): string {
  return agent?.name ?? agent?.id ?? filledText(settings.id) ?? constructor.name;
}

/** A hooked agent whose calls skip the delegation hooks, for a tool that asks these hooks itself. */
export interface UndelegatedAgent {
  readonly hooks: Hooks;
  readonly to: string;
  generate(call: AgentCall): Promise<unknown>;
}

const undelegatedAgents = new WeakMap<object, UndelegatedAgent>();

/** Returns the hooked agent behind this value; undefined for an agent that is not hooked. */
export function undelegated(agent: object): UndelegatedAgent | undefined {
  return undelegatedAgents.get(agent);
}

function generate(calling: CallingAgent, call: AgentCall): Promise<unknown> {
  const { opening, act } = prepare(calling, 'generate', call);
  return settleCall(opening, () => act(call));
}

function stream(calling: CallingAgent, call: AgentCall): Promise<unknown> {
  const followed = followSignal(call.abortSignal);
  const { controller } = followed;
  const { rest, chunks } = splitTimeouts(call.timeout);
  const { opening, act } = prepare(calling, 'stream', call, { controller, chunks });
  const given = {
    ...call,
    ...(chunks === undefined ? undefined : { timeout: rest }),
    abortSignal: controller.signal,
  };
  return settleStream(opening, followed, () => act(given));
}

interface PreparedCall {
  /** The runs that the agent has opened: one after it has prepared its call, more if its class makes several calls. */
  readonly opening: Opening;
  /** Calls the agent with the settings of this call. */
  readonly act: (call: AgentCall) => Promise<unknown>;
}

function prepare(
  { agent, self, held, hooks, options, base }: CallingAgent,
  method: 'generate' | 'stream',
  call: AgentCall,
  streamed?: Pick<CallContext, 'controller' | 'chunks'>,
): PreparedCall {
  const opening = new OpenedRuns();
  const layers = layersOf(self, held);
  const isHooked = tags.of(agent) !== undefined;
  const runsItself = !isHooked && isOwnClass(agent);
  const prepareCall = prepareOf(runsItself ? rootOf(agent) : self);
  const judging =
    isHooked || prepareCall === prepareOf(base) ? undefined : new Judging({ hooks, options });
  const settings = agentCallSettings(ownSettings(self.settings), {
    hooks,
    options,
    layers,
    isAbove: isHooked,
    judging,
    path: `ToolLoopAgent.${method}`,
    fallback: agent.constructor.name,
    version: 'onEnd' in agent.settings ? '7' : '6',
    signal: call.abortSignal,
    controller: streamed?.controller,
    chunks: streamed?.chunks,
    opening,
  });
  const act = (given: AgentCall): Promise<unknown> => {
    // The agent's class does not pass all options of a call to `prepareCall`, so they are checked here.
    noteOptions(given, surface, { hooks, options });
    if (runsItself)
      return callOwn(agent, method, given, { hooked: self, settings, layers, judging });
    const isShown = !isHooked && !isOfSdk(agent);
    const derived = withSettings(self, isShown ? withShownTools(settings, held) : settings);
    if (isHooked) keepLayers(derived, layers);
    judging?.follow(derived, prepareCall);
    return agent[method].call(derived, given);
  };
  return { act, opening };
}

/** Returns the agent with the settings of one call. */
function withSettings(agent: AgentShape, settings: AgentSettings): AgentShape {
  // The prototype gives it all other members, which no type can express.
  return { __proto__: agent, settings } as unknown as AgentShape;
}
