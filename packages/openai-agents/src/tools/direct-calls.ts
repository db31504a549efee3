import type { AsyncLocalStorage } from 'node:async_hooks';

import type { Handoff } from '@openai/agents-core';
import { currentFrame } from '../run/current-run.ts';
import { isHooked, layersAround, uniteLayers, type Layer } from '../targets/layers.ts';
import type { NativeAgent, NativeFunctionTool, NativeTool } from '../translate/native.ts';

type Invoke = NativeFunctionTool['invoke'];

/** A tool of hooked agents. */
interface Gated {
  /** What acts: the function by which the SDK knows the tool, or a shell, an editor, a computer. */
  own: unknown;
  /** The agents that have the tool: a call that names none of them passes as one of each. */
  readonly agents: Set<NativeAgent>;
}

const gates = new WeakMap<object, Gated>();

/** The member of a tool that acts, by its kind. */
const ACTING: Readonly<Record<string, string>> = {
  function: 'invoke',
  shell: 'shell',
  apply_patch: 'editor',
  computer: 'computer',
};

/** Makes a tool whose acting member a call of the app's own passes through. */
type Gate = (tool: NativeTool, targets: () => readonly Layer[]) => object;

/**
 * Lets a call that the app itself makes of its tool pass as one of the agents that have the tool: `agent.tools[0].invoke()`.
 * The SDK finds the tool's own function, to which it has tied what it knows of the tool.
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

/** Keeps an agent where it brings hooks along: of its clones there may be one for each run. */
function keepAgent(agents: Set<NativeAgent>, agent: NativeAgent): void {
  if (agents.has(agent)) return;
  const around = uniteLayers(...[...agents].map(layersAround));
  if (uniteLayers(around, layersAround(agent)).length > around.length) agents.add(agent);
}

/** The name of the member that acts, where the tool has one: a tool of the provider has none. */
function actingMember(tool: NativeTool): string | undefined {
  const name = ACTING[tool.type];
  return name === undefined || Reflect.get(tool, name) === undefined ? undefined : name;
}

/** False for one that is frozen: it stays as it is, and only runs call a hooked copy of it. */
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
  // A method of a class may need the private fields of the very tool.
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

/** Lets a copy of a tool be known as the tool itself. */
export function keepGate(copy: object, tool: object): void {
  const gated = gates.get(tool);
  if (gated !== undefined) gates.set(copy, gated);
}

/** The function by which the SDK knows a tool. */
export function ownInvoke(tool: NativeFunctionTool): Invoke {
  return (gates.get(tool)?.own as Invoke | undefined) ?? tool.invoke;
}

/** What the app gave a tool to act with. */
export function ownPart<T>(tool: NativeTool, name: string): T | undefined {
  return (gates.get(tool)?.own ?? Reflect.get(tool, name)) as T | undefined;
}

const asFound = new WeakMap<NativeFunctionTool, NativeFunctionTool>();

/** The tool with the function that the SDK is to call. */
export function ungated(tool: NativeFunctionTool): NativeFunctionTool {
  if (!gates.has(tool)) return tool;
  const known = asFound.get(tool);
  if (known !== undefined) return known;
  const made = Object.create(tool, { invoke: { get: () => ownInvoke(tool) } }) as typeof tool;
  asFound.set(tool, made);
  return made;
}

/**
 * True outside of hooked runs, where nobody who has the tool has hooks, and in a run without hooks where an agent of
 * that run has the tool: there it is the SDK that looks for it.
 */
function isUngated(tool: NativeTool, { agents }: Gated): boolean {
  if (currentFrame() !== undefined) return false;
  if (![...agents].some(isHooked)) return true;
  const met = new Set([unhooked?.getStore()]);
  for (const agent of met) {
    if (agent?.tools.includes(tool)) return true;
    agent?.handoffs.forEach((next) =>
      met.add((next as Partial<Handoff>).agent ?? (next as NativeAgent)),
    );
  }
  return false;
}

let unhooked: AsyncLocalStorage<NativeAgent> | undefined;

/** True inside of a run without hooks. */
export function runsUnhooked(): boolean {
  return unhooked?.getStore() !== undefined;
}

/** Makes the run of this agent without hooks; it may share tools with agents that have some. */
export function runUnhooked<T>(agent: NativeAgent, run: () => T): T {
  const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks');
  if (hooks === undefined) return run();
  unhooked ??= new hooks.AsyncLocalStorage();
  return unhooked.run(agent, run);
}
