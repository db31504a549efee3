import { InterposeError } from '@interpose/core';
import { ambientFrame, runInChat } from '@interpose/core/adapter';
import type { AgentRun } from './host-run.ts';

/** What the code that runs now is inside of. */
export class Frame {
  readonly run: AgentRun;
  /** The call whose tool runs, inside of one. */
  readonly execution: ToolExecution | undefined;
  /** True where the code is the app's own, such as a tool, and not that of the SDK which carries out the run. */
  readonly isApp: boolean;

  constructor(run: AgentRun, execution?: ToolExecution, isApp: boolean = execution !== undefined) {
    this.run = run;
    this.execution = execution;
    this.isApp = isApp;
  }
}

/** The run of a hooked agent, and the call in it, that this code belongs to. */
export function currentFrame(): Frame | undefined {
  const frame = ambientFrame();
  return frame instanceof Frame ? frame : undefined;
}

/**
 * Runs the function inside this frame and its chat. The SDK gives its models neither the agent nor the run, so that
 * they find both here, as the SDK itself finds its spans.
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

/** The run that the SDK carries out in this code; undefined in code of the app, and outside of runs. */
export function sdkRun(): AgentRun | undefined {
  const frame = currentFrame();
  return frame?.isApp === false ? frame.run : undefined;
}

/** Runs a function of the app between the steps of a run: what it asks of agents and tools is no step of the run. */
export function appCode<T>(run: AgentRun | undefined, act: () => T): T {
  return run === undefined ? act() : runInFrame(new Frame(run, undefined, true), act);
}

/** One call of a tool while it runs: what the SDK and a run inside it leave behind. */
export class ToolExecution {
  /** The span on which the SDK notes a failure. */
  span: object | null = null;
  /** True once the tool has failed, whatever text the SDK makes of that. */
  failed = false;
  /** Notes on a span what it failed with, once hooks have let that pass. */
  note: (() => void) | undefined;
  /** What the model reads in place of what the tool makes of the agent it asked. */
  delegated: { readonly output: unknown } | { readonly error: unknown } | undefined;
}
