import { cloneWith } from '@interpose/adapter-kit';
import type { Dict } from '@interpose/core';
import type { AgentRun } from '../run/host-run.ts';
import type { ToyRunning, ToyTool } from '../translate/native.ts';
import { runTool } from './run-tool.ts';

/** The same tools, with every run passing the hooks of this run's chat. */
export function hookTools(tools: readonly ToyTool[], run: AgentRun): readonly ToyTool[] {
  return tools.map((tool) => {
    const hooked = (input: Dict, running: ToyRunning): unknown =>
      runTool(run, tool, input, running);
    return cloneWith(tool, { run: hooked });
  });
}
