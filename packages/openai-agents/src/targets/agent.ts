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
import { keepMcpTools } from '../tools/tool-facts.ts';
import { judgedToolUse, noteCarriedOut } from '../tools/tool-use.ts';
import { hostedName } from '../translate/hosted-name.ts';
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

// Narrower than the SDK says it: its types of both depend on what they are given.
type Emit = (...told: readonly unknown[]) => unknown;
type Clone = (...given: readonly unknown[]) => NativeAgent;

/**
 * Puts the seams on an agent, once and in place. They do nothing unless the code runs inside of a hooked run, or the
 * agent was hooked itself.
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
  // Who listens to the agent hears of the app's own tools; those of MCP servers are nobody's own.
  replaceMethod(agent as { emit: Emit }, 'emit', (own) => (...told) => {
    return own(...told.map(toldOf));
  });
  // An agent in a sandbox runs as a clone of the one that was hooked: it is refused before its sandbox keeps anything.
  replaceMethod(agent as { clone: Clone }, 'clone', (own) => (...given) => {
    const run = sdkRun();
    if (run !== undefined) requireAgent(run, agent);
    isCopied = true;
    try {
      return passOn(agent, own(...given));
    } finally {
      isCopied = false;
    }
  });
}

/** Puts the seams on what the SDK asks an agent for in each of its turns. */
function equipTurns(agent: NativeAgent): void {
  replaceMethod(agent, 'getMcpTools', (own) => (...given) => {
    if (agent.mcpServers.length === 0) return own(...given);
    return listMcpTools(agent, () => own(...given));
  });
  replaceMethod(agent, 'getAllTools', (own) => (...given) => {
    // Newer versions say where they trace it, which an app has no reason to.
    const run = given.length < own.length ? undefined : runOfTurn(agent);
    if (run !== undefined) [run.context] = given;
    return appCode(sdkRun(), () => own(...given)).then((tools) =>
      andThen(sessionTools(agent, given[0], tools as NativeTool[]), (left) =>
        offerTools(agent, left, run),
      ),
    );
  });
  replaceMethod(agent, 'getEnabledHandoffs', (own) => (...given) => {
    const run = sdkRun();
    if (run !== undefined) noteCarriedOut(run);
    return appCode(run, () => own(...given)).then((handoffs) => {
      shareHooks(agent, agent.handoffs, equipAgent);
      const made = hookHandoffs(agent, handoffs, equipAgent);
      if (run !== undefined) run.next = agent;
      return made;
    });
  });
  replaceMethod(agent, 'getSystemPrompt', (own) => (...given) => {
    refuseOutsideRun(agent, given[0]);
    const run = sdkRun();
    if (run !== undefined) run.carriesOut = false;
    return appCode(typeof agent.instructions === 'function' ? run : undefined, () => own(...given));
  });
}

/** The run whose next turn is that of this agent: the SDK asks for its tools right after its handoffs, and once. */
function runOfTurn(agent: NativeAgent): AgentRun | undefined {
  const run = sdkRun();
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
 * The last thing the SDK asks an agent for before it asks a model. A run that began in code without the seam, such as
 * a copy of the SDK that was not known yet, ends here; realtime agents have no such runs. An app that looks at the
 * prompt has no run's context to give.
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
 * The tools of an agent: those of one turn of a run, or as an app gets them that looks at some agent.
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
  for (const tool of tools) byName.set(hostedName(tool), originalOf(tool));
  for (const [name, tool] of run.found ?? []) byName.set(name, tool);
  run.tools = byName;
  return hookTools(agent, tools);
}

/** @throws InterposeError `not_enforced` for an agent of a run where everything has to be enforced, and cannot be. */
function requireAgent({ targets, opening }: AgentRun, agent: NativeAgent): void {
  for (const { options } of targets) requireRun(options, opening.path, agent);
}

/** True where nobody has hooks: the agent has some from an earlier run only. */
function isUnhooked(agent: NativeAgent): boolean {
  return !isHooked(agent) && currentFrame() === undefined;
}
