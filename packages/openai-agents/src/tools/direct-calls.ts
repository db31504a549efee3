import type { AsyncLocalStorage } from 'node:async_hooks';

import type { Handoff } from '@openai/agents-core';
import { currentFrame } from '../run/current-run.ts';
import { layersOf, uniteLayers, type Layer } from '../targets/layers.ts';
import type { NativeAgent, NativeFunctionTool, NativeTool } from '../translate/native.ts';

type Invoke = NativeFunctionTool['invoke'];

/** A tool of hooked agents. */
interface Gated {
  /** The function by which the SDK knows the tool. */
  own: Invoke;
  /** The agents that have the tool: a call that names none of them passes as one of each. */
  readonly agents: Set<NativeAgent>;
}

const gates = new WeakMap<object, Gated>();

/** Makes the function that a call of the app's own passes through. */
type Gate = (tool: NativeFunctionTool, targets: () => readonly Layer[]) => Invoke;

/**
 * Lets a call that the app itself makes of its tool pass as one of the agents that have the tool: `agent.tools[0].invoke()`.
 * The SDK finds the tool's own function, to which it has tied what it knows of the tool.
 */
export function gateDirectCalls(agent: NativeAgent, gate: Gate): void {
  for (const tool of agent.tools as readonly NativeTool[]) {
    const known = gates.get(tool);
    if (known !== undefined) known.agents.add(agent);
    else if (tool.type === 'function' && canBeGated(tool)) gateTool(tool, agent, gate);
  }
}

/** False for one that is frozen: it stays as it is, and only runs call a hooked copy of it. */
export function canBeGated(tool: object): boolean {
  if (gates.has(tool)) return true;
  const member = Reflect.getOwnPropertyDescriptor(tool, 'invoke');
  return member === undefined
    ? Object.isExtensible(tool)
    : member.configurable === true && !('get' in member);
}

function gateTool(tool: NativeFunctionTool, agent: NativeAgent, gate: Gate): void {
  const isOwn = Object.hasOwn(tool, 'invoke');
  // A method of a class may need the private fields of the very tool.
  const own = isOwn ? tool.invoke : tool.invoke.bind(tool);
  const gated: Gated = { own, agents: new Set([agent]) };
  gates.set(tool, gated);
  const called = gate(tool, () => uniteLayers(...[...gated.agents].map(layersOf)));
  Object.defineProperty(tool, 'invoke', {
    get: () => (isCalledUnhooked(tool) ? gated.own : called),
    set(next: Invoke) {
      gated.own = next;
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
  return gates.get(tool)?.own ?? tool.invoke;
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

/** True in a run without hooks where an agent of that run has the tool: it is the SDK that looks for it. */
function isCalledUnhooked(tool: NativeFunctionTool): boolean {
  const met = new Set([currentFrame() === undefined ? unhooked?.getStore() : undefined]);
  for (const agent of met) {
    if (agent?.tools.includes(tool)) return true;
    agent?.handoffs.forEach((next) =>
      met.add((next as Partial<Handoff>).agent ?? (next as NativeAgent)),
    );
  }
  return false;
}

let unhooked: AsyncLocalStorage<NativeAgent> | undefined;

/** Makes the run of this agent without hooks; it may share tools with agents that have some. */
export function runUnhooked<T>(agent: NativeAgent, run: () => T): T {
  const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks');
  if (hooks === undefined) return run();
  unhooked ??= new hooks.AsyncLocalStorage();
  return unhooked.run(agent, run);
}
