import { describeTool, toldAfter } from '@interpose/adapter-kit';
import { reportToolError } from '@interpose/core/adapter';
import { asRunnable, type RunnableTool } from './tool-facts.ts';
import { runTool } from './run-tool.ts';
import type { ClaimedCall, ToolLoop } from './tool-loop.ts';

/** The same tools, with every execution passing the hooks of this loop's chat. */
export function hookTools(tools: unknown, loop: ToolLoop): unknown {
  if (!Array.isArray(tools)) return tools;
  for (const tool of tools) {
    const runnable = asRunnable(tool);
    if (runnable !== undefined) loop.tools.set(runnable.name, runnable);
  }
  return tools.map((tool: unknown) => {
    const runnable = asRunnable(tool);
    return runnable === undefined ? tool : hookTool(runnable, loop);
  });
}

/** What the SDK carries from parsing to execution in place of the arguments. */
interface ParsedCall {
  readonly claimed: ClaimedCall;
  readonly parsed: unknown;
}

/** The SDK parses the arguments of all calls in their order before it runs any: there each call is told from the others. */
function hookTool(tool: RunnableTool, loop: ToolLoop): object {
  const parse = (text: string): Promise<ParsedCall> =>
    parseCall(tool, loop, loop.claim(tool.name, text));
  const run = (
    { claimed, parsed }: ParsedCall,
    runner: unknown,
    context: unknown,
  ): Promise<unknown> => runTool({ tool, loop, claimed, parsed, runner, context });
  return {
    type: 'function',
    function: { ...tool.declared, name: tool.name, parse, function: run },
  };
}

async function parseCall(
  tool: RunnableTool,
  loop: ToolLoop,
  claimed: ClaimedCall,
): Promise<ParsedCall> {
  if (tool.parse === undefined) return { claimed, parsed: claimed.text };
  try {
    return { claimed, parsed: await tool.parse(claimed.text) };
  } catch (error) {
    throw new Error(await reportInvalid(tool, loop, claimed, error), { cause: error });
  }
}

/** What the model is told about arguments that do not fit. */
async function reportInvalid(
  tool: RunnableTool,
  { run }: ToolLoop,
  { id, text, native }: ClaimedCall,
  error: unknown,
): Promise<string> {
  const message = error instanceof Error ? error.message : String(error);
  if (run.opened === undefined) return message;
  const outcome = await reportToolError(run.opened, {
    call: run.callOf(id, tool.name, text),
    tool: describeTool(tool.name, tool, run.hooks),
    cause: 'invalid',
    error,
    native,
  });
  return toldAfter(outcome) ?? message;
}
