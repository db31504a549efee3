import { currentFrame } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import type { NativeFunctionTool } from '../translate/native.ts';
import { originOf } from './tool-facts.ts';

const changed = new WeakMap<AgentRun, Set<string>>();

/** Remembers that the model does not read of this call what its tool gave. */
export function noteChanged(run: AgentRun, callId: string): void {
  const known = changed.get(run) ?? new Set();
  changed.set(run, known.add(callId));
}

/**
 * The extractor of a tool of an MCP server. It reads the result as the server sent it, structure and all, so it is left
 * out where hooks changed or withheld that result. Other tools are given what hooks left of it.
 */
export function judgedExtractor(tool: NativeFunctionTool): Partial<NativeFunctionTool> {
  const { customDataExtractor: own } = tool;
  if (own === undefined || originOf(tool) !== 'mcp') return {};
  return {
    customDataExtractor: (context) => {
      const run = currentFrame()?.run;
      const isChanged =
        run !== undefined && changed.get(run)?.has(context.toolCall.callId) === true;
      return isChanged ? undefined : own(context);
    },
  };
}
