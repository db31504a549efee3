import { madeOnce, Surroundings, tellsSurroundings } from '@interpose/adapter-kit';

import type { Handoff } from '@openai/agents-core';
import { currentFrame } from '../run/current-run.ts';
import { isHooked, layersAround, uniteLayers, type Layer } from '../targets/layers.ts';
import type { NativeAgent, NativeFunctionTool, NativeTool } from '../translate/native.ts';

type Invoke = NativeFunctionTool['invoke'];

/** A tool that a hooked agent has. */
interface Gated {
  /** The tool's own acting member: the `invoke` by which the SDK knows it, a shell, an editor or a computer. */
  own: unknown;
  /** The agents that have the tool. A call that names none of them passes the hooks of each. */
  readonly agents: Set<NativeAgent>;
}

const gates = new WeakMap<object, Gated>();

/** The name of the member that acts, for each kind of tool. */
const ACTING: Readonly<Record<string, string>> = {
  function: 'invoke',
  shell: 'shell',
  apply_patch: 'editor',
  computer: 'computer',
};

/** Makes an object whose acting member passes the hooks, for a call that the app makes itself. */
type Gate = (tool: NativeTool, targets: () => readonly Layer[]) => object;

/**
 * Makes calls by the app itself, as in `agent.tools[0].invoke()`, pass the hooks of all agents that have the tool. The
 * SDK still gets the tool's own function, since it keeps facts about the tool under that function.
 */
export function gateDirectCalls(
  agent: NativeAgent,
  tools: readonly NativeTool[],
  gate: Gate,
): void {
  for (const tool of tools) {
    const known = gates.get(tool);
    if (known !== undefined) keepAgent(known.agents, agent);
    else if (actingMember(tool) !== undefined && canBeGated(tool)) gateTool(tool, agent, gate);
  }
}

/** Adds an agent only if it brings new hooks: every run may make a clone of an agent. */
function keepAgent(agents: Set<NativeAgent>, agent: NativeAgent): void {
  if (agents.has(agent)) return;
  const around = uniteLayers(...[...agents].map(layersAround));
  if (uniteLayers(around, layersAround(agent)).length > around.length) agents.add(agent);
}

/** Returns the name of the member that acts; undefined for tools without one, such as a provider's tool. */
function actingMember(tool: NativeTool): string | undefined {
  const name = ACTING[tool.type];
  return name === undefined || Reflect.get(tool, name) === undefined ? undefined : name;
}

/** Whether a tool can be hooked in place. A frozen tool cannot: only runs use a hooked copy of it. */
export function canBeGated(tool: NativeTool): boolean {
  const name = actingMember(tool);
  if (name === undefined || gates.has(tool)) return true;
  const member = Reflect.getOwnPropertyDescriptor(tool, name);
  return member === undefined
    ? Object.isExtensible(tool)
    : member.configurable === true && !('get' in member);
}

function gateTool(tool: NativeTool, agent: NativeAgent, gate: Gate): void {
  const name = actingMember(tool)!;
  const isOwn = Object.hasOwn(tool, name);
  const acts: unknown = Reflect.get(tool, name);
  // A method of a class may need the private fields of this very object.
  const own: unknown = isOwn || typeof acts !== 'function' ? acts : acts.bind(tool);
  const gated: Gated = { own, agents: new Set([agent]) };
  gates.set(tool, gated);
  const targets = (): readonly Layer[] => uniteLayers(...[...gated.agents].map(layersAround));
  let called: unknown;
  Object.defineProperty(tool, name, {
    get() {
      if (isUngated(tool, gated)) return gated.own;
      called ??= Reflect.get(gate(tool, targets), name);
      return called;
    },
    set(next: unknown) {
      gated.own = next;
      called = undefined;
    },
    configurable: true,
    enumerable: isOwn,
  });
}

/** Lets a copy of a tool count as the tool itself. */
export function keepGate(copy: object, tool: object): void {
  const gated = gates.get(tool);
  if (gated !== undefined) gates.set(copy, gated);
}

/** Returns the function by which the SDK knows a tool. */
export function ownInvoke(tool: NativeFunctionTool): Invoke {
  return (gates.get(tool)?.own as Invoke | undefined) ?? tool.invoke;
}

/** Returns the part that the app gave to a tool: a shell, an editor or a computer; undefined if there is none. */
export function ownPart<T>(tool: NativeTool, name: string): T | undefined {
  return (gates.get(tool)?.own ?? Reflect.get(tool, name)) as T | undefined;
}

const asFound = new WeakMap<NativeFunctionTool, NativeFunctionTool>();

/** Returns the tool with its own function, for the SDK to call. */
export function ungated(tool: NativeFunctionTool): NativeFunctionTool {
  if (!gates.has(tool)) return tool;
  const make = () => Object.create(tool, { invoke: { get: () => ownInvoke(tool) } }) as typeof tool;
  return madeOnce(asFound, tool, make);
}

/**
 * Whether the app gets the tool's own member, past the gate. True outside of hooked runs in two cases: no agent that
 * has the tool is hooked, or the code is in a run without hooks whose agents have the tool: then the SDK asks.
 */
function isUngated(tool: NativeTool, { agents }: Gated): boolean {
  if (currentFrame() !== undefined) return false;
  if (![...agents].some(isHooked)) return true;
  const met = new Set([unhooked.get()]);
  for (const agent of met) {
    if (agent?.tools.includes(tool)) return true;
    agent?.handoffs.forEach((next) =>
      met.add((next as Partial<Handoff>).agent ?? (next as NativeAgent)),
    );
  }
  return false;
}

const unhooked = new Surroundings<NativeAgent>();

/** Whether the code is inside of a run without hooks. */
export function runsUnhooked(): boolean {
  return unhooked.get() !== undefined;
}

/** Runs an agent without hooks, and remembers the agent: it may share tools with hooked agents. */
export function runUnhooked<T>(agent: NativeAgent, run: () => T): T {
  return tellsSurroundings() ? unhooked.run(agent, run) : run();
}
