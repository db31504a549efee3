import type { Hooks } from '@interpose/core';
import { agentCallSettings } from './agent-settings.ts';
import type { AgentCall, AgentShape } from './shapes.ts';
import type { ChatRun } from '../run/host-run.ts';
import { splitTimeouts } from '../stream/chunk-timeouts.ts';
import { delegateAnswer, delegateStream } from '../delegation/delegate.ts';
import { followSignal } from '../stream/followed-signal.ts';
import type { CallContext } from './hooked-call.ts';
import { countTargets } from '../run/nesting.ts';
import { filledText, noteOptions, type Tag, type WithHooksOptions } from '@interpose/adapter-kit';
import { surface } from '../coverage/unmediated-calls.ts';
import { requireTarget } from '../coverage/require-enforced.ts';
import { settleCall, settleStream } from '../run/settle-run.ts';
import { callOwn, hookOwnClass, hookWhileMade, isOwnClass } from './own-class.ts';
import type { AgentMembers } from '../run/own-methods.ts';
import { viewTools } from './standalone-tools.ts';
import { tags } from './tags.ts';
import type { AppTools } from '../tools/tool-facts.ts';

/** An agent and what it was hooked with. */
interface HookedAgent {
  readonly agent: AgentShape;
  readonly hooks: Hooks;
  readonly options: WithHooksOptions;
}

/** The agent as it is called: with the settings of a layer around it, where there is one. */
interface CallingAgent extends HookedAgent {
  readonly self: AgentShape;
}

/** The same agent, still an instance of its class, with every call passing the hooks. */
export function hookAgent<A extends AgentShape>(
  agent: A,
  hooks: Hooks,
  options: WithHooksOptions,
  isBeingMade = false,
): A {
  if (tags.of(agent)?.hooks === hooks) return agent;
  requireTarget(options, agent);
  countTargets(1);
  const hooked: HookedAgent = { agent, hooks, options };
  const to = agentName(agent, options);
  const views = new WeakMap<AppTools, AppTools>();
  const members: AgentMembers & ThisType<AgentShape | undefined> = {
    get tools() {
      const own = (agent as { readonly tools?: AppTools }).tools;
      if (own === undefined) return own;
      const named = { ...options, agent: { id: to, ...options.agent } };
      const view = views.get(own) ?? viewTools(own, hooks, named);
      views.set(own, view);
      return view;
    },
    generate(this: AgentShape | undefined, call: AgentCall) {
      const act = (given: AgentCall) => generate({ ...hooked, self: this ?? agent }, given);
      return delegateAnswer({ hooks, to, call, act });
    },
    stream(this: AgentShape | undefined, call: AgentCall) {
      const act = (given: AgentCall) => stream({ ...hooked, self: this ?? agent }, given);
      return delegateStream({ hooks, to, call, act });
    },
  };
  const tag = { hooks, target: agent };
  const hook = isBeingMade ? hookWhileMade : hookOwnClass;
  const made = isOwnClass(agent) ? hook(agent, members, tag) : derive(agent, members, tag);
  undelegatedAgents.set(made, {
    hooks,
    to,
    generate: (call) => generate({ ...hooked, self: made }, call),
  });
  return made;
}

/** A plain agent of the SDK: what inherits from it reads its settings, and may have others. */
function derive<A extends AgentShape>(agent: A, members: AgentMembers, tag: Tag): A {
  return Object.create(agent, {
    ...Object.getOwnPropertyDescriptors(members),
    [tags.key]: { value: tag, configurable: true },
  }) as A;
}

/** What others call this agent. */
export function agentName(
  { settings, constructor }: AgentShape,
  { agent }: WithHooksOptions,
): string {
  return agent?.name ?? agent?.id ?? filledText(settings.id) ?? constructor.name;
}

/** A hooked agent without the gates of a delegation, for a tool that has gates of its own. */
export interface UndelegatedAgent {
  readonly hooks: Hooks;
  readonly to: string;
  generate(call: AgentCall): Promise<unknown>;
}

const undelegatedAgents = new WeakMap<object, UndelegatedAgent>();

/** The hooked agent behind this value; undefined for one that is not hooked. */
export function undelegated(agent: object): UndelegatedAgent | undefined {
  return undelegatedAgents.get(agent);
}

function generate(calling: CallingAgent, call: AgentCall): Promise<unknown> {
  const { act, run, runs } = prepare(calling, 'generate', call);
  return endEarlier(
    runs,
    settleCall(() => act(call), run),
  );
}

function stream(calling: CallingAgent, call: AgentCall): Promise<unknown> {
  const followed = followSignal(call.abortSignal);
  const { controller } = followed;
  const { rest, chunks } = splitTimeouts(call.timeout);
  const { act, run, runs } = prepare(calling, 'stream', call, { controller, chunks });
  const given = {
    ...call,
    ...(chunks === undefined ? undefined : { timeout: rest }),
    abortSignal: controller.signal,
  };
  return endEarlier(
    runs,
    settleStream(() => act(given), run, followed),
  );
}

interface PreparedCall {
  /** Calls the agent with the settings of this call. */
  readonly act: (call: AgentCall) => Promise<unknown>;
  /** The runs that the agent began, in their order: one, unless its class asks more than once. */
  readonly runs: readonly ChatRun[];
  /** The last of them, once the agent has prepared its call. */
  readonly run: () => ChatRun | undefined;
}

function prepare(
  { agent, self, hooks, options }: CallingAgent,
  method: 'generate' | 'stream',
  call: AgentCall,
  streamed?: Pick<CallContext, 'controller' | 'chunks'>,
): PreparedCall {
  const runs: ChatRun[] = [];
  const settings = agentCallSettings(self.settings, {
    hooks,
    options,
    path: `ToolLoopAgent.${method}`,
    fallback: agent.constructor.name,
    version: 'onEnd' in agent.settings ? '7' : '6',
    signal: call.abortSignal,
    ...streamed,
    opened: (opened) => void runs.push(opened),
  });
  const act = (given: AgentCall): Promise<unknown> => {
    // Some of what a call is given its class keeps from `prepareCall`.
    noteOptions(given, surface, { hooks, options });
    if (tags.of(agent) === undefined && isOwnClass(agent))
      return callOwn(agent, method, given, { hooked: self, settings });
    const derived = Object.create(self, {
      settings: { value: settings, writable: true, configurable: true, enumerable: true },
    }) as AgentShape;
    return agent[method].call(derived, given);
  };
  return { act, runs, run: () => runs.at(-1) };
}

/** Ends the runs before the last, of an agent whose class asks more than once. */
function endEarlier(runs: readonly ChatRun[], answering: Promise<unknown>): Promise<unknown> {
  return answering.then(
    (answer) => (runs.length < 2 ? answer : endAll(runs.slice(0, -1), answer)),
    async (error: unknown) => {
      for (const run of runs.slice(0, -1)) await run.failed(error);
      throw error;
    },
  );
}

async function endAll<T>(runs: readonly ChatRun[], answer: T): Promise<T> {
  for (const run of runs) {
    if (run.fatal !== undefined) throw run.fatal.error;
    await run.done();
  }
  return answer;
}
