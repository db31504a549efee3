import { asText, cloneWith, ToolError } from '@interpose/adapter-kit';
import { ungated } from './direct-calls.ts';
import { currentFrame, type ToolExecution } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import { setHidden } from '../targets/layers.ts';
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
    super(asText(output));
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
    execution.span = watchSpan(sdk.getCurrentSpan());
    const called = ungated(tool);
    const given = withSignal(run, details);
    // The SDK would copy the details once more, and do nothing else.
    if (called.timeoutMs === undefined) return called.invoke(context, input, given);
    const limited = watchTimeout(called, execution);
    return sdk.invokeFunctionTool({ tool: limited, runContext: context, input, details: given });
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
  readonly setError: (this: ObservedSpan, error: never) => void;
}

const watched = new WeakSet<ObservedSpan>();

/**
 * The SDK turns what a tool throws into a text before anybody sees it, and notes the failure on a span: that note
 * tells a failure from a result. Calls that run side by side may share the span, so the frame tells whose it is. The
 * method is replaced once, where the spans of one kind have it.
 */
function watchSpan(span: ObservedSpan | null): ObservedSpan | null {
  let owner = span;
  while (owner !== null && !Object.hasOwn(owner, 'setError'))
    owner = Object.getPrototypeOf(owner) as ObservedSpan | null;
  if (owner === null || watched.has(owner)) return span;
  watched.add(owner);
  const { setError: own } = owner;
  setHidden(owner, 'setError', function setError(this: ObservedSpan, error: never): void {
    const execution = currentFrame()?.execution;
    if (execution?.span !== this) return own.call(this, error);
    execution.failed = true;
    execution.note = () => own.call(this, error);
  });
  return span;
}

/** A tool that was late has no result, although the SDK makes a text of that as well. */
function watchTimeout(tool: NativeFunctionTool, execution: ToolExecution): NativeFunctionTool {
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
