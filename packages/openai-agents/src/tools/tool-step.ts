import type { ToolStep } from '@interpose/core/adapter';
import type { AgentRun } from '../run/host-run.ts';
import { parseArguments } from '../translate/json-arguments.ts';
import type { NativeTool } from '../translate/native.ts';
import type { RunLayer } from '../run/run-layer.ts';
import { describeTool } from './tool-facts.ts';

/** A call as the model wrote it. */
export interface WrittenCall {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
}

/** The call and its tool, as the gates are asked about them. */
export function toolStep(
  run: AgentRun,
  layer: RunLayer,
  { callId, name, arguments: text }: WrittenCall,
  tool: NativeTool | undefined,
): Omit<ToolStep<unknown>, 'run'> {
  const approved = run.answers.get(callId);
  const find = (other: string): ReturnType<typeof describeTool> => {
    const found = other === name ? (tool ?? run.tools.get(other)) : run.tools.get(other);
    return describeTool(other, layer.absent.has(`tool:${other}`) ? undefined : found, layer.hooks);
  };
  return {
    call: layer.callOf(callId, name, parseArguments(text)),
    tool: find(name),
    find,
    native: tool,
    ...(approved === undefined ? undefined : { approval: approved ? 'yes' : 'no', resumed: true }),
  };
}
