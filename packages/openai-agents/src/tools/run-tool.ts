import {
  formatArguments,
  isDict,
  resultOf,
  runsOther,
  SHOWS_OTHER,
  ToolError,
} from '@interpose/adapter-kit';
import type { Dict, MaybePromise, ToolCall } from '@interpose/core';
import { toolCycle, type ToolOutcome } from '@interpose/core/adapter';
import type { WrittenCall } from '../approval/answers.ts';
import { wasShown } from '../approval/tool-approval.ts';
import { appCode, Frame, runInFrame, sdkRun, ToolExecution } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import { runAround } from '../run/open-run.ts';
import type { Layer } from '../targets/layers.ts';
import { isRealtime } from '../targets/realtime.ts';
import type { NativeFunctionTool, NativeTool } from '../translate/native.ts';
import { giveSignal, invokeTool, ReportedToolError, type Execution } from './invoke-tool.ts';
import { toolStep } from './tool-facts.ts';

/**
 * Runs a tool through the hooks of all registries. Returns what the model reads, or throws the tool's error. A call by
 * the app itself also passes the hooks of the agents that have the tool: the run around it may not have them.
 */
export function runTool(execution: Execution, targets?: readonly Layer[]): Promise<string> {
  const { agent, context, details } = execution;
  const current = targets === undefined ? sdkRun(agent) : undefined;
  if (current !== undefined) {
    giveSignal(current, details);
    return runIn(current, execution);
  }
  const outside = { agent, context, signal: details?.signal };
  return runAround(outside, targets, (run) => {
    if (targets === undefined && isRealtime(agent)) giveSignal(run, details);
    return runIn(run, execution);
  });
}

/** The output of the tool, from before hooks saw it. */
interface Given {
  output?: unknown;
}

async function runIn(run: AgentRun, execution: Execution): Promise<string> {
  const { agent, context, details, input, tool } = execution;
  const callId = details?.toolCall?.callId ?? '';
  const given: Given = {};
  try {
    const output = await runGated(run, {
      written: { callId, name: tool.name, arguments: input, agent: agent.name },
      isShown: isRealtime(agent) && details?.toolCall ? wasShown(context, callId) : undefined,
      asks: (args) => appCode(run, () => tool.needsApproval(context, args as never, callId)),
      toolOf: (name) => toolOf(run, execution, name),
      act: (written) => act(run, execution, written, given),
    });
    if (output === given.output) return output as string;
    noteChanged(run, callId);
    return withMarks(output, given.output) as string;
  } catch (error) {
    noteChanged(run, callId);
    if (error instanceof ReportedToolError) {
      error.note();
      return error.output as string;
    }
    if (error instanceof ToolError) return error.message;
    throw error;
  }
}

/** Returns a changed result with the marks of the tool's own: by one, a realtime session knows a background result. */
function withMarks(output: unknown, given: unknown): unknown {
  if (!isDict(output) || !isDict(given)) return output;
  const marks = Object.getOwnPropertySymbols(given).filter(
    (key) => Reflect.get(given, key) === true,
  );
  if (marks.length === 0) return output;
  return { ...output, ...Object.fromEntries(marks.map((key) => [key, true])) };
}

/** Remembers that the model does not read the result of this call as the tool gave it. */
function noteChanged(run: AgentRun, callId: string): void {
  (run.changed ??= new Set()).add(callId);
}

/** One call by the model, and how to carry it out. Its arguments stay the model's text unless hooks change them. */
interface GatedCall {
  readonly written: WrittenCall;
  /** Whether a person was asked about the call as it is written; undefined if no realtime session makes the call. */
  readonly isShown?: boolean | undefined;
  /** Whether the app itself wants a person to approve these arguments. */
  readonly asks?: (args: Dict) => Promise<boolean>;
  readonly toolOf: (name: string) => NativeTool | undefined;
  readonly act: (written: WrittenCall) => Promise<unknown>;
}

/**
 * Takes a call through the hooks of all registries.
 *
 * @throws ToolError with the text for the model; any error that the app's own code threw.
 */
export async function runGated(run: AgentRun, gated: GatedCall): Promise<unknown> {
  try {
    return await cycle(run, gated, 0);
  } catch (error) {
    if (error instanceof ToolError && !(error instanceof ReportedToolError))
      (run.stopped ??= new Set()).add(gated.written.callId);
    throw error;
  }
}

/** Runs the hooks of this registry, then those of the inner ones, then the tool. */
function cycle(run: AgentRun, gated: GatedCall, index: number): Promise<unknown> {
  const { written, toolOf: find, act: carryOut } = gated;
  const layer = run.layers[index];
  if (layer === undefined) return carryOut(written);
  const blocked = layer.remembered?.blocked.get(written.callId);
  if (blocked !== undefined) throw new ToolError(blocked);
  const step = toolStep(layer, written, find(written.name));
  const cycling = toolCycle(layer.chat, {
    ...step,
    run: (call: ToolCall) => {
      const { name, args } = call;
      const goOn = (): Promise<unknown> => {
        const text = written.arguments;
        const left = args === step.call.args ? text : formatArguments(args, text);
        return cycle(run, { ...gated, written: { ...written, name, arguments: left } }, index + 1);
      };
      const { isShown, asks } = gated;
      if (isShown === undefined && step.approval !== 'yes') return goOn();
      if (!runsOther({ kind: 'run', asked: true, call }, step)) return goOn();
      return refuseOther(isShown === true || asks?.(args)).then(goOn);
    },
    result: layer.copy,
  });
  return cycling.then(resultFor, run.endWith);
}

/**
 * Refuses arguments that hooks changed where the app itself had a person approve the call as it was written, or wants
 * one to approve these.
 *
 * @throws ToolError
 */
async function refuseOther(asks: MaybePromise<boolean | undefined>): Promise<void> {
  if ((await asks) === true) throw new ToolError(SHOWS_OTHER);
}

function resultFor(outcome: ToolOutcome<unknown>): unknown {
  // A call that never reached a tool has no error of it: the model gets the message instead.
  if (outcome.kind === 'error' && (outcome.cause === 'unknown' || outcome.cause === 'disabled'))
    throw new ToolError(outcome.error.message);
  return resultOf(outcome);
}

function toolOf(run: AgentRun, { tool }: Execution, name: string): NativeFunctionTool | undefined {
  if (name === tool.name) return tool;
  const other = run.tools.get(name);
  return other?.type === 'function' ? other : undefined;
}

async function act(
  run: AgentRun,
  execution: Execution,
  { name, arguments: input }: WrittenCall,
  given: Given,
): Promise<unknown> {
  const tool = toolOf(run, execution, name) ?? execution.tool;
  const inside = new ToolExecution();
  try {
    const output = await runInFrame(new Frame(run, inside), () =>
      invokeTool(run, { ...execution, tool, input }, inside),
    );
    given.output = inside.delegated === undefined ? output : delegatedOutput(inside.delegated);
  } catch (error) {
    if (inside.delegated === undefined) throw error;
    given.output = delegatedOutput(inside.delegated);
  }
  return given.output;
}

/** Returns the answer of the asked agent as hooks left it, whatever the tool made of it; throws if they denied it. */
function delegatedOutput(delegated: NonNullable<ToolExecution['delegated']>): unknown {
  if ('error' in delegated) throw delegated.error;
  return delegated.output;
}
