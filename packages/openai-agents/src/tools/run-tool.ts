import { formatArguments, resultOf, ToolError } from '@interpose/adapter-kit';
import type { ToolCall } from '@interpose/core';
import { toolCycle, type ToolOutcome } from '@interpose/core/adapter';
import { currentFrame, Frame, runInFrame, ToolExecution } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import { runImplicitly } from '../run/open-run.ts';
import type { NativeFunctionTool } from '../translate/native.ts';
import { giveSignal, invokeTool, ReportedToolError, type Execution } from './invoke-tool.ts';
import { toolStep } from './tool-facts.ts';

/** Runs a tool through the gates of all registries; gives what the model reads, or throws what the tool threw. */
export async function runTool(execution: Execution): Promise<string> {
  const frame = currentFrame();
  if (frame === undefined) {
    const { agent, context, details } = execution;
    const outside = { agent, context, signal: details?.signal };
    return runImplicitly(outside, (made) => runIn(made, execution));
  }
  if (frame.execution === undefined) giveSignal(frame.run, execution.details);
  return runIn(frame.run, execution);
}

async function runIn(run: AgentRun, execution: Execution): Promise<string> {
  try {
    return (await cycle(run, execution, 0, execution.input)) as string;
  } catch (error) {
    if (error instanceof ReportedToolError) return error.output as string;
    if (!(error instanceof ToolError)) throw error;
    run.stopped.add(execution.details?.toolCall?.callId ?? '');
    return error.message;
  }
}

/** The registries from this one inwards, then the tool. */
async function cycle(
  run: AgentRun,
  execution: Execution,
  index: number,
  input: string,
  name: string = execution.tool.name,
): Promise<unknown> {
  const layer = run.layers[index];
  if (layer === undefined) return act(run, execution, input, name);
  const callId = execution.details?.toolCall?.callId ?? '';
  const blocked = layer.memory.blocked.get(callId);
  if (blocked !== undefined) throw new ToolError(blocked);
  const written = { callId, name, arguments: input, agent: execution.agent.name };
  const step = toolStep(run, layer, written, toolOf(run, execution, name));
  const outcome = await toolCycle(layer.chat, {
    ...step,
    run: (call: ToolCall) =>
      cycle(run, execution, index + 1, textOf(call, step.call, input), call.name),
    result: layer.copy,
  }).catch(run.endWith);
  return settle(outcome);
}

/**
 * The result of a call.
 *
 * @throws what the tool threw, or ToolError with what the model is told; nobody threw what stands for a call that
 * reached no tool.
 */
export function settle(outcome: ToolOutcome<unknown>): unknown {
  if (outcome.kind === 'error' && 'thrown' in outcome && !(outcome.thrown instanceof Error))
    throw new ToolError(outcome.error.message);
  return resultOf(outcome);
}

/** What the tool reads: the model's own text where nothing changed. */
function textOf({ args }: ToolCall, before: ToolCall, input: string): string {
  return args === before.args ? input : formatArguments(args, input);
}

function toolOf(run: AgentRun, { tool }: Execution, name: string): NativeFunctionTool | undefined {
  if (name === tool.name) return tool;
  const other = run.tools.get(name);
  return other?.type === 'function' ? other : undefined;
}

async function act(
  run: AgentRun,
  execution: Execution,
  input: string,
  name: string,
): Promise<unknown> {
  const tool = toolOf(run, execution, name) ?? execution.tool;
  const inside = new ToolExecution();
  try {
    const output = await runInFrame(new Frame(run, inside), () =>
      invokeTool(run, { ...execution, tool, input }, inside),
    );
    return inside.delegated === undefined ? output : delegatedOutput(inside.delegated);
  } catch (error) {
    if (inside.delegated === undefined) throw error;
    return delegatedOutput(inside.delegated);
  }
}

/** What the policies made of the answer of an agent that the tool asked, whatever the tool made of it. */
function delegatedOutput(delegated: NonNullable<ToolExecution['delegated']>): unknown {
  if ('error' in delegated) throw delegated.error;
  return delegated.output;
}
