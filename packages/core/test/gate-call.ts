import type { AnyVerdict, DispatchOptions, Hooks, ToolCall } from '../src/index.ts';
import { sampleCall, TOOL } from './sample-values.ts';

/** Asks the hooks of `preToolCall` about one call, outside any chat. */
export async function gateCall(
  hooks: Hooks,
  call: ToolCall = sampleCall(),
  options?: DispatchOptions,
): Promise<AnyVerdict> {
  return hooks.dispatch('preToolCall', { call, tool: TOOL }, options);
}
