import { InterposeError } from '@interpose/core';
import { ambientFrame, runInChat } from '@interpose/core/adapter';
import { isRealtime } from '../targets/realtime.ts';
import type { NativeAgent } from '../translate/native.ts';
import type { AgentRun } from './host-run.ts';

/** The surroundings of the code that runs now. */
export class Frame {
  readonly run: AgentRun;
  /** The tool call that runs; undefined outside of a tool. */
  readonly execution: ToolExecution | undefined;
  /** Whether the code belongs to the app, such as a tool, and not to the SDK that carries out the run. */
  readonly isApp: boolean;

  constructor(run: AgentRun, execution?: ToolExecution, isApp: boolean = execution !== undefined) {
    this.run = run;
    this.execution = execution;
    this.isApp = isApp;
  }
}

/** Returns the hooked run, and the tool call in it, that this code belongs to; undefined outside of one. */
export function currentFrame(): Frame | undefined {
  const frame = ambientFrame();
  return frame instanceof Frame ? frame : undefined;
}

/**
 * Returns the current frame if the agent can be part of its run. An agent of a realtime session cannot: a tool or a
 * listener of the run has opened that session.
 */
export function frameOf(agent: NativeAgent): Frame | undefined {
  const frame = currentFrame();
  if (frame === undefined || !isRealtime(agent) || isRealtime(frame.run.agent)) return frame;
  return undefined;
}

/**
 * Runs the function inside this frame and its chat. The SDK does not give its models the agent or the run, so hooked
 * models find both here; the SDK finds its own spans in the same way.
 *
 * @throws InterposeError `ambient_unavailable` where the runtime has no AsyncLocalStorage.
 */
export function runInFrame<T>(frame: Frame, run: () => T): T {
  const inside = (): T => {
    if (ambientFrame() === frame) return run();
    throw new InterposeError(
      'ambient_unavailable',
      'this runtime has no AsyncLocalStorage',
      'run hooked agents of the OpenAI Agents SDK on Node, Bun or Deno',
    );
  };
  return runInChat(frame.run.chat, inside, frame);
}

/** Returns the agent's run that the SDK carries out in this code; undefined in code of the app, and outside of runs. */
export function sdkRun(agent: NativeAgent): AgentRun | undefined {
  const frame = frameOf(agent);
  return frame?.isApp === false ? frame.run : undefined;
}

/** Whether the run has come to its end by itself: code that it left behind goes on outside of it. */
export function isOver({ ended, chat }: AgentRun): boolean {
  return ended && !chat.signal.aborted;
}

/** Runs a function of the app between two steps: its calls of agents and tools are not steps of the run. */
export function appCode<T>(run: AgentRun | undefined, act: () => T): T {
  return run === undefined ? act() : runInFrame(new Frame(run, undefined, true), act);
}

/** One execution of a tool: what the SDK and a nested run leave for this adapter to read. */
export class ToolExecution {
  /** The span on which the SDK notes a failure. */
  span: object | null = null;
  /** True once the tool has failed, even if the SDK turned the failure into a text. */
  failed = false;
  /** The SDK's error for a tool that missed its time limit. */
  late: Error | undefined;
  /** Notes the tool's failure on its span, once hooks have let it pass. */
  note: (() => void) | undefined;
  /** The answer of the asked agent as hooks left it: the model reads it in place of the tool's own result. */
  delegated: { readonly output: unknown } | { readonly error: unknown } | undefined;
}
