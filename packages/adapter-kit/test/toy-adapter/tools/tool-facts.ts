import { describeTool } from '@interpose/adapter-kit';
import type { Tool } from '@interpose/core';
import type { AgentRun } from '../run/host-run.ts';

/** The tool of this name as policies see it; one that a policy wants absent is unknown. */
export function toolFacts(run: AgentRun, name: string): Tool {
  const tool = run.memory.absent.has(name) ? undefined : run.toolNamed(name);
  return describeTool(name, tool && { description: tool.about }, run.chat.hooks);
}
