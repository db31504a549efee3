import { andThen } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import { requireRun } from '../coverage/require-enforced.ts';
import { hookHandoffs } from '../delegation/handoff.ts';
import { hookModel } from '../model/hook-model.ts';
import { appCode, currentFrame, sdkRun } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import { missingIn } from '../run/open-run.ts';
import { handOut, hookDirectCalls, hookTools, originalOf, toldOf } from '../tools/hook-tools.ts';
import { sessionTools } from '../tools/session-tools.ts';
import { keepByName, keepMcpTools } from '../tools/tool-facts.ts';
import { judgedToolUse, noteCarriedOut } from '../tools/tool-use.ts';
import type { NativeAgent, NativeTool } from '../translate/native.ts';
import { hookParts, shareHooks, watch, watchParts } from './agent-parts.ts';
import {
  inheritLayers,
  isHooked,
  layersOf,
  replaceMethod,
  setHidden,
  setLayers,
} from './layers.ts';
import { hintsOf, watchListings } from './mcp-hints.ts';
import { isRealtime, keepRealtime } from './realtime.ts';

const EQUIPPED: unique symbol = Symbol.for('interpose.openai-agents.equipped') as never;

interface Equipped {
  readonly [EQUIPPED]?: true;
}

// These types are simpler than the SDK's, which depend on their arguments.
type Emit = (...told: readonly unknown[]) => unknown;
type Clone = (...given: readonly unknown[]) => NativeAgent;

/**
 * Puts this adapter's wrappers on an agent, once and in place. They do nothing unless the code runs inside of a hooked
 * run, or the agent itself is hooked.
 */
export function equipAgent(agent: NativeAgent): void {
  if ((agent as Equipped)[EQUIPPED] === true) return;
  setHidden(agent, EQUIPPED, true);
  let isCopied = false;
  watch(agent, 'model', (value) =>
    typeof value === 'string' || isCopied || isUnhooked(agent) ? value : hookModel(value, agent),
  );
  watch(agent, 'toolUseBehavior', (value) => (isCopied ? value : judgedToolUse(agent, value)));
  watchParts(agent, equipAgent);
  hookDirectCalls(agent, agent.tools as NativeTool[]);
  equipTurns(agent);
  // Listeners get the app's own tool objects; for tools of MCP servers, which no app made, they get hooked ones.
  replaceMethod(agent as { emit: Emit }, 'emit', (own) => (...told) => {
    return own(...told.map(toldOf));
  });
  // An agent in a sandbox runs as a clone of the hooked agent: refuse it here, before its sandbox stores anything.
  replaceMethod(agent as { clone: Clone }, 'clone', (own) => (...given) => {
    const run = sdkRun(agent);
    if (run !== undefined) requireAgent(run, agent);
    isCopied = true;
    try {
      return passOn(agent, own(...given));
    } finally {
      isCopied = false;
    }
  });
}

/** Wraps the methods by which the SDK asks an agent for its parts in each turn. */
function equipTurns(agent: NativeAgent): void {
  replaceMethod(agent, 'getMcpTools', (own) => (...given) => {
    if (agent.mcpServers.length === 0) return own(...given);
    return listMcpTools(agent, () => own(...given));
  });
  replaceMethod(agent, 'getAllTools', (own) => (...given) => {
    // Newer SDK versions pass one more argument, a place to record traces. Apps do not pass it.
    const run = given.length < own.length ? undefined : runOfTurn(agent);
    if (run !== undefined) [run.context] = given;
    return appCode(sdkRun(agent), () => own(...given)).then((tools) =>
      andThen(sessionTools(agent, given[0], tools as NativeTool[]), (left) =>
        offerTools(agent, left, run),
      ),
    );
  });
  replaceMethod(agent, 'getEnabledHandoffs', (own) => (...given) => {
    const run = sdkRun(agent);
    if (run !== undefined) noteCarriedOut(run);
    // Without handoffs, no function of the app is asked whether one is enabled.
    const asksApp = agent.handoffs.length > 0;
    return appCode(asksApp ? run : undefined, () => own(...given)).then((handoffs) => {
      shareHooks(agent, agent.handoffs, equipAgent);
      const made = hookHandoffs(agent, handoffs, equipAgent);
      if (run !== undefined) run.next = agent;
      return made;
    });
  });
  replaceMethod(agent, 'getSystemPrompt', (own) => (...given) => {
    refuseOutsideRun(agent, given[0]);
    const run = sdkRun(agent);
    if (run !== undefined) run.carriesOut = false;
    return appCode(typeof agent.instructions === 'function' ? run : undefined, () => own(...given));
  });
}

/** Returns the run whose next turn is this agent's: the SDK asks for tools once, right after the handoffs. */
function runOfTurn(agent: NativeAgent): AgentRun | undefined {
  const run = sdkRun(agent);
  if (run?.next !== agent) return undefined;
  run.next = undefined;
  return run;
}

async function listMcpTools(
  agent: NativeAgent,
  list: () => ReturnType<NativeAgent['getMcpTools']>,
): ReturnType<NativeAgent['getMcpTools']> {
  for (const server of agent.mcpServers) watchListings(server);
  const tools = await list();
  const { includeServerInToolNames: prefixed = false } = agent.mcpConfig;
  keepMcpTools(tools as NativeTool[], await hintsOf(agent.mcpServers, prefixed));
  return isUnhooked(agent) ? tools : hookTools(agent, tools as NativeTool[]).map(handOut);
}

function passOn(agent: NativeAgent, cloned: NativeAgent): NativeAgent {
  keepRealtime(cloned, agent);
  setLayers(cloned, layersOf(agent));
  inheritLayers(cloned, agent);
  equipAgent(cloned);
  if (isHooked(cloned)) hookParts(cloned, equipAgent);
  return cloned;
}

/**
 * Refuses a run that does not pass the agent's hooks. The SDK asks for the system prompt last before it asks a model.
 * Such a run began in code without this adapter's wrappers, for example in a copy of the SDK that was not known yet.
 * Realtime agents have no runs, and an app that only looks at the prompt passes no context.
 *
 * @throws InterposeError `agent_not_mediated`.
 */
function refuseOutsideRun(agent: NativeAgent, context: unknown): void {
  if (context === undefined || isRealtime(agent)) return;
  const run = currentFrame()?.run;
  const missing = run === undefined ? layersOf(agent) : missingIn(run, layersOf(agent));
  if (missing.length === 0) return;
  throw new InterposeError(
    'agent_not_mediated',
    `this run of ${agent.name} does not pass its hooks`,
    'call withHooks, or useSdk with the module of its SDK, before the run starts',
  );
}

/**
 * Returns the hooked tools of an agent: for a turn of `run`, or without a run for code of the app that asks for them.
 *
 * @throws InterposeError `not_enforced` where everything has to be enforced, and some of them cannot be.
 */
function offerTools(
  agent: NativeAgent,
  tools: readonly NativeTool[],
  run: AgentRun | undefined,
): NativeTool[] {
  if (isUnhooked(agent)) return [...tools];
  hookDirectCalls(agent, agent.tools as NativeTool[]);
  if (run === undefined) return hookTools(agent, tools).map(handOut);
  requireAgent(run, agent);
  run.agent = agent;
  const byName = new Map<string, NativeTool>();
  for (const tool of tools) keepByName(byName, originalOf(tool));
  for (const [name, tool] of run.found ?? []) byName.set(name, tool);
  run.tools = byName;
  return hookTools(agent, tools);
}

/** @throws InterposeError `not_enforced` if everything in the run has to be enforced, and this agent cannot be. */
function requireAgent({ targets, opening }: AgentRun, agent: NativeAgent): void {
  // By index: `for of` allocates an object at each turn.
  for (let at = 0; at < targets.length; at++) {
    const { options } = targets[at]!;
    if (options.require !== undefined) requireRun(options, opening.path, agent);
  }
}

/** Whether no hooks apply: the agent itself has none, and there is no hooked run around. */
function isUnhooked(agent: NativeAgent): boolean {
  return !isHooked(agent) && currentFrame() === undefined;
}
