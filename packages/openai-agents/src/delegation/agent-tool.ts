import { setHidden } from '../targets/layers.ts';
import type { Sdk } from '../targets/sdk-copies.ts';
import type { NativeAgent, NativeFunctionTool } from '../translate/native.ts';

type AsTool = (this: NativeAgent, options: never) => NativeFunctionTool;

/** What makes another tool that asks the same agent. */
const makers = new WeakMap<object, () => NativeFunctionTool>();

/** Remembers which agent made a tool: the SDK knows that by the tool's identity, and tells nobody. */
export function keepSources({ Agent: { prototype } }: Sdk): void {
  const { asTool: own } = prototype as { readonly asTool: AsTool };
  setHidden(
    prototype,
    'asTool',
    function asTool(this: NativeAgent, options: { toolName?: string }) {
      const tool = own.call(this, options as never);
      const { name: toolName } = tool;
      const made = { toolName, toolDescription: '' };
      makers.set(tool, () => own.call(this, made as never));
      return tool;
    },
  );
}

/**
 * The clone of an agent's tool as one that the SDK knows as such: it checks the settings of the agent behind a tool
 * before it runs, and finds the agent of a nested approval by it.
 */
export function asAgentTool(
  tool: NativeFunctionTool,
  clone: NativeFunctionTool,
): NativeFunctionTool {
  const make = makers.get(tool);
  if (make === undefined) return clone;
  return Object.defineProperties(make(), Object.getOwnPropertyDescriptors(clone));
}
