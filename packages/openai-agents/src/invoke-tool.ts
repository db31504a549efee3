import type { AgentRun } from './agent-run.ts';
import type { NativeFunctionTool, ToolDetails } from './native.ts';
import type { Execution } from './run-tool.ts';
import { ReportedToolError } from './tool-error.ts';
import { cloneTool } from './clone-tool.ts';
import { watchFailure, type FailureWatch } from './watch-failure.ts';

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
): Promise<unknown> {
  const failure = watchFailure(run);
  try {
    const output: unknown = await run.sdk.invokeFunctionTool({
      tool: watchTimeout(tool, failure),
      runContext: context,
      input,
      details: withSignal(run, details),
    });
    if (failure.happened || output === DEFAULT_TEXT) throw new ReportedToolError(output);
    return output;
  } finally {
    failure.release();
  }
}

/** The tool gets a signal in any case; the SDK's own also aborts with the calls beside it. */
function withSignal(run: AgentRun, details: ToolDetails | undefined): ToolDetails {
  if (details?.signal !== undefined) return details;
  return cloneTool(details ?? {}, { signal: run.chat.signal });
}

/** A tool that was late has no result, although the SDK makes a text of that as well. */
function watchTimeout(tool: NativeFunctionTool, failure: FailureWatch): NativeFunctionTool {
  if (tool.timeoutMs === undefined) return tool;
  const own = tool.timeoutErrorFunction;
  const timeoutErrorFunction: NonNullable<NativeFunctionTool['timeoutErrorFunction']> = (
    context,
    error,
    details,
  ) => {
    failure.happened = true;
    return own?.(context, error, details) ?? error.message;
  };
  return cloneTool(tool, { timeoutErrorFunction });
}
