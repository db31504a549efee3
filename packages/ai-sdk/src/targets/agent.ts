import type { Hooks } from '@interpose/core';
import { agentCallSettings } from './agent-settings.ts';
import type { AgentCall, AgentShape } from './shapes.ts';
import type { ChatRun } from '../run/host-run.ts';
import { splitTimeouts } from '../stream/chunk-timeouts.ts';
import { delegateAnswer, delegateStream } from '../delegation/delegate.ts';
import { followSignal } from '../stream/followed-signal.ts';
import type { CallContext } from './hooked-call.ts';
import { countTargets } from '../run/nesting.ts';
import { filledText, type WithHooksOptions } from '@interpose/adapter-kit';
import { requireTarget } from '../coverage/require-enforced.ts';
import { settleCall, settleStream } from '../run/settle-run.ts';
import { tags } from './tags.ts';

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
): A {
  if (tags.of(agent)?.hooks === hooks) return agent;
  requireTarget(options, agent);
  countTargets(1);
  const hooked: HookedAgent = { agent, hooks, options };
  const to = agentName(agent, options);
  const members = {
    generate(this: AgentShape | undefined, call: AgentCall) {
      return delegateAnswer({
        hooks,
        to,
        call,
        act: (given) => generate({ ...hooked, self: this ?? agent }, given),
      });
    },
    stream(this: AgentShape | undefined, call: AgentCall) {
      return delegateStream({
        hooks,
        to,
        call,
        act: (given) => stream({ ...hooked, self: this ?? agent }, given),
      });
    },
  };
  const derived = Object.create(agent, Object.getOwnPropertyDescriptors(members)) as A;
  undelegatedAgents.set(derived, {
    hooks,
    to,
    generate: (call) => generate({ ...hooked, self: derived }, call),
  });
  return tags.mark(derived, { hooks, target: agent });
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
  const prepared = prepare(calling, call, 'generate');
  return settleCall(() => calling.agent.generate.call(prepared.derived, call), prepared.run);
}

function stream(calling: CallingAgent, call: AgentCall): Promise<unknown> {
  const followed = followSignal(call.abortSignal);
  const { controller } = followed;
  const { rest, chunks } = splitTimeouts(call.timeout);
  const { derived, run } = prepare(calling, call, 'stream', { controller, chunks });
  const given = {
    ...call,
    ...(chunks === undefined ? undefined : { timeout: rest }),
    abortSignal: controller.signal,
  };
  return settleStream(() => calling.agent.stream.call(derived, given), run, followed);
}

interface PreparedCall {
  /** The agent with the settings of this call. */
  readonly derived: AgentShape;
  /** The run, once the agent has prepared its call. */
  readonly run: () => ChatRun | undefined;
}

function prepare(
  { agent, self, hooks, options }: CallingAgent,
  call: AgentCall,
  method: 'generate' | 'stream',
  streamed?: Pick<CallContext, 'controller' | 'chunks'>,
): PreparedCall {
  let run: ChatRun | undefined;
  const settings = agentCallSettings(self.settings, {
    hooks,
    options,
    path: `ToolLoopAgent.${method}`,
    fallback: agent.constructor.name,
    version: 'onEnd' in agent.settings ? '7' : '6',
    signal: call.abortSignal,
    ...streamed,
    opened: (opened) => (run = opened),
  });
  // Not by assignment: the agent may be frozen.
  const derived = Object.create(self, { settings: { value: settings } }) as AgentShape;
  return { derived, run: () => run };
}
