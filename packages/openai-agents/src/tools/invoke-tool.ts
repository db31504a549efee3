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

/** One execution of a tool, with the arguments that the SDK gives. */
export interface Execution {
  readonly agent: NativeAgent;
  readonly tool: NativeFunctionTool;
  readonly context: NativeContext;
  readonly input: string;
  readonly details: ToolDetails | undefined;
}

/** The failure of a tool that the SDK has already turned into a text for the model. */
export class ReportedToolError extends ToolError {
  /** The text, or other output, that the SDK would give to the model. */
  readonly output: unknown;
  /** Notes the failure on the tool's span, as the SDK would; not called for a failure that hooks withhold. */
  readonly note: () => void;

  constructor(output: unknown, note: () => void = () => undefined, cause?: Error) {
    super(asText(output), { cause });
    this.output = output;
    this.note = note;
  }
}

/** The SDK's default text for the model when a tool throws. */
const DEFAULT_TEXT = 'An error occurred while running the tool. Please try again.';

/**
 * Runs the tool as the SDK does, within the tool's own time limit.
 *
 * @throws ReportedToolError where the tool failed and the SDK made a text of it, else the error that the tool threw.
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
    // Without a time limit the SDK would only copy the details once more.
    if (called.timeoutMs === undefined) return called.invoke(context, input, given);
    const limited = watchTimeout(called, execution);
    return sdk.invokeFunctionTool({ tool: limited, runContext: context, input, details: given });
  };
  const output = await inSpan(sdk, tool.name, invoke);
  if (execution.failed || output === DEFAULT_TEXT) {
    throw new ReportedToolError(output, execution.note, execution.late);
  }
  return output;
}

/** Runs the tool inside of a span: outside of a run there may be none to note a failure on. */
function inSpan<T>(sdk: Sdk, name: string, invoke: () => Promise<T>): Promise<T> {
  if (sdk.getCurrentSpan() !== null) return invoke();
  const spanned = (): Promise<T> => sdk.withFunctionSpan(invoke, { data: { name } });
  return sdk.getCurrentTrace() === null ? sdk.withTrace(new sdk.NoopTrace(), spanned) : spanned();
}

/** Adds the run's signal if the tool got none. The SDK's own signal also aborts when a parallel call fails. */
function withSignal(run: AgentRun, details: ToolDetails | undefined): ToolDetails {
  if (details?.signal !== undefined) return details;
  return cloneWith(details ?? {}, { signal: run.chat.signal });
}

/** Puts the run's signal into the details. The SDK knows them by identity, and has read the arguments in them. */
export function giveSignal(run: AgentRun, details: ToolDetails | undefined): void {
  if (details !== undefined && details.signal === undefined)
    Reflect.set(details, 'signal', run.chat.signal);
}

interface ObservedSpan {
  readonly setError: (this: ObservedSpan, error: never) => void;
}

const watched = new WeakSet<ObservedSpan>();

/**
 * Watches for the error that the SDK notes on a span, the only sign of a failure: the SDK turns a thrown error into a
 * text before anybody sees it. Parallel calls may share a span, so the frame tells which call failed. The method is
 * replaced once, on the prototype of the spans.
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
    // V8 keeps a function that is written into a property at once, and all that it leads to, in its old heap.
    const note = (): void => own.call(this, error);
    execution.note = note;
  });
  return span;
}

/** Marks a tool that took too long as failed, although the SDK makes a text of that as well. */
function watchTimeout(tool: NativeFunctionTool, execution: ToolExecution): NativeFunctionTool {
  const own = tool.timeoutErrorFunction;
  const timeoutErrorFunction: NonNullable<NativeFunctionTool['timeoutErrorFunction']> = (
    ...given
  ) => {
    execution.failed = true;
    execution.late = given[1];
    return own?.(...given) ?? given[1].message;
  };
  return cloneWith(tool, { timeoutErrorFunction });
}
