import type { AsyncLocalStorage } from 'node:async_hooks';

import { currentFrame } from '../run/current-run.ts';
import type { NativeAgent, NativeFunctionTool, NativeTool } from '../translate/native.ts';

type Invoke = NativeFunctionTool['invoke'];

/** The tools of hooked agents, and the functions by which the SDK knows them. */
const own = new WeakMap<object, Invoke>();

/**
 * Lets a call that the app itself makes of its tool pass as one of the agent that has the tool: `agent.tools[0].invoke()`.
 * The SDK finds the tool's own function, to which it has tied what it knows of the tool.
 */
export function gateDirectCalls(
  agent: NativeAgent,
  gate: (tool: NativeFunctionTool) => Invoke,
): void {
  for (const tool of agent.tools as readonly NativeTool[]) {
    const member = Reflect.getOwnPropertyDescriptor(tool, 'invoke');
    if (tool.type !== 'function' || member?.configurable !== true || 'get' in member) continue;
    own.set(tool, tool.invoke);
    const gated = gate(tool);
    const called: Invoke = (context, input, details) =>
      isOfSdk(details) ? own.get(tool)!(context, input, details) : gated(context, input, details);
    Object.defineProperty(tool, 'invoke', {
      get: () => (isReadBySdk() ? own.get(tool) : called),
      set(next: Invoke) {
        own.set(tool, next);
      },
      configurable: true,
      enumerable: member.enumerable === true,
    });
  }
}

const asFound = new WeakMap<NativeFunctionTool, NativeFunctionTool>();

/** The tool with the function that the SDK is to call. */
export function ungated(tool: NativeFunctionTool): NativeFunctionTool {
  if (!own.has(tool)) return tool;
  const known = asFound.get(tool);
  if (known !== undefined) return known;
  const made = Object.create(tool, { invoke: { get: () => own.get(tool) } }) as typeof tool;
  asFound.set(tool, made);
  return made;
}

/** Whoever carries out a call that a model wrote hands it on. */
function isOfSdk(details: Parameters<Invoke>[2]): boolean {
  return details?.toolCall !== undefined && currentFrame() === undefined;
}

/** True between the tools of a hooked run, and in a run that has no hooks. */
function isReadBySdk(): boolean {
  const frame = currentFrame();
  return frame === undefined ? unhooked?.getStore() === true : frame.execution === undefined;
}

let unhooked: AsyncLocalStorage<true> | undefined;

/** Makes a run without hooks, whose agents may share tools with those that have some. */
export function runUnhooked<T>(run: () => T): T {
  const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks');
  if (hooks === undefined) return run();
  unhooked ??= new hooks.AsyncLocalStorage();
  return unhooked.run(true, run);
}
