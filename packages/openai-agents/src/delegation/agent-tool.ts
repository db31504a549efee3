import { setHidden } from '../targets/layers.ts';
import type { Sdk } from '../targets/sdk-copies.ts';
import type { NativeAgent, NativeFunctionTool } from '../translate/native.ts';

type AsTool = (this: NativeAgent, options: never) => NativeFunctionTool;

/** Functions that make another tool for the same agent, by the tool that `asTool` made. */
const makers = new WeakMap<object, () => NativeFunctionTool>();

/** Remembers which agent made a tool: the SDK finds it by the tool's identity only, and tells nobody. */
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
 * Makes a clone of an agent's tool that the SDK knows as an agent's tool: before a run the SDK checks the settings of
 * the agent behind a tool, and for a nested approval it looks for that agent.
 */
export function asAgentTool(
  tool: NativeFunctionTool,
  clone: NativeFunctionTool,
): NativeFunctionTool {
  const make = makers.get(tool);
  if (make === undefined) return clone;
  return Object.defineProperties(make(), Object.getOwnPropertyDescriptors(clone));
}
