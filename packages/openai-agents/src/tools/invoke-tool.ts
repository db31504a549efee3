import { cloneWith, ToolError } from '@interpose/adapter-kit';
import { ungated } from './direct-calls.ts';
import { currentFrame, type ToolExecution } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import { replaceMethod } from '../targets/layers.ts';
import type { Sdk } from '../targets/sdk-copies.ts';
import type {
  NativeAgent,
  NativeContext,
  NativeFunctionTool,
  ToolDetails,
} from '../translate/native.ts';

/** One execution as the SDK asks for it. */
export interface Execution {
  readonly agent: NativeAgent;
  readonly tool: NativeFunctionTool;
  readonly context: NativeContext;
  readonly input: string;
  readonly details: ToolDetails | undefined;
}

/** What a tool failed with, where the SDK has already turned it into a text for the model. */
export class ReportedToolError extends ToolError {
  /** What the SDK would give to the model. */
  readonly output: unknown;
  /** Notes the failure on its span, as the SDK does: what hooks withhold stays off it. */
  readonly note: () => void;

  constructor(output: unknown, note: () => void = () => undefined) {
    super(typeof output === 'string' ? output : JSON.stringify(output));
    this.output = output;
    this.note = note;
  }
}

/** What the SDK gives the model for an exception by default. */
const DEFAULT_TEXT = 'An error occurred while running the tool. Please try again.';

/**
 * Runs the tool as the SDK does, within the tool's own time limit.
 *
 * @throws ReportedToolError where the tool failed and the SDK made a text of it, else what the tool threw.
 */
export async function invokeTool(
  run: AgentRun,
  { tool, context, input, details }: Execution,
  execution: ToolExecution,
): Promise<unknown> {
  const { sdk } = run;
  const invoke = (): Promise<unknown> => {
    watchSpan(sdk.getCurrentSpan());
    return sdk.invokeFunctionTool({
      tool: watchTimeout(ungated(tool), execution),
      runContext: context,
      input,
      details: withSignal(run, details),
    });
  };
  const output = await inSpan(sdk, tool.name, invoke);
  if (execution.failed || output === DEFAULT_TEXT) {
    throw new ReportedToolError(output, execution.note);
  }
  return output;
}

/** Outside of a run there may be no span to note a failure on. */
function inSpan<T>(sdk: Sdk, name: string, invoke: () => Promise<T>): Promise<T> {
  if (sdk.getCurrentSpan() !== null) return invoke();
  const spanned = (): Promise<T> => sdk.withFunctionSpan(invoke, { data: { name } });
  return sdk.getCurrentTrace() === null ? sdk.withTrace(new sdk.NoopTrace(), spanned) : spanned();
}

/** The tool gets a signal in any case; the SDK's own also aborts with the calls beside it. */
function withSignal(run: AgentRun, details: ToolDetails | undefined): ToolDetails {
  if (details?.signal !== undefined) return details;
  return cloneWith(details ?? {}, { signal: run.chat.signal });
}

/** Puts the signal where the SDK made the details for this one call: it knows them by identity, and has read the arguments. */
export function giveSignal(run: AgentRun, details: ToolDetails | undefined): void {
  if (details !== undefined && details.signal === undefined)
    Reflect.set(details, 'signal', run.chat.signal);
}

interface ObservedSpan {
  setError(error: unknown): void;
}

const watched = new WeakSet<ObservedSpan>();

/**
 * The SDK turns what a tool throws into a text before anybody sees it, and notes the failure on a span: that note
 * tells a failure from a result. Calls that run side by side may share the span, so the frame tells whose it is.
 */
function watchSpan(span: ObservedSpan | null): void {
  if (span === null || watched.has(span)) return;
  watched.add(span);
  replaceMethod(span, 'setError', (own) => (error) => {
    const execution = currentFrame()?.execution;
    if (execution === undefined) return own(error);
    execution.failed = true;
    execution.note = () => own(error);
  });
}

/** A tool that was late has no result, although the SDK makes a text of that as well. */
function watchTimeout(tool: NativeFunctionTool, execution: ToolExecution): NativeFunctionTool {
  if (tool.timeoutMs === undefined) return tool;
  const own = tool.timeoutErrorFunction;
  const timeoutErrorFunction: NonNullable<NativeFunctionTool['timeoutErrorFunction']> = (
    context,
    error,
    details,
  ) => {
    execution.failed = true;
    return own?.(context, error, details) ?? error.message;
  };
  return cloneWith(tool, { timeoutErrorFunction });
}
