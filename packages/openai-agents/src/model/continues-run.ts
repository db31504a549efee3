import type { ModelResponse, Part } from '@interpose/core';
import type { AgentRun } from '../run/host-run.ts';
import { hostedShell } from '../tools/provider-tools.ts';
import { partOrigins } from '../translate/origins.ts';

/** True when the SDK goes on after this answer: it runs its calls, or asks again because one is still running. */
export function continuesRun(run: AgentRun, { content }: ModelResponse): boolean {
  return content.some((part) => part.type === 'tool-call' && !isOver(run, part));
}

/** The provider has run it already, in its own shell. */
function isOver(run: AgentRun, part: Part): boolean {
  const item = partOrigins.of(part)?.item;
  if (item?.type !== 'shell_call' || hostedShell(run) === undefined) return false;
  return item.status !== undefined && item.status !== 'in_progress';
}
