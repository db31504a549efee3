import { describeTool, toldUnreached } from '@interpose/adapter-kit';
import { asRunnable, type RunnableTool } from './tool-facts.ts';
import { runTool, type Execution } from './run-tool.ts';
import type { ClaimedCall, ToolLoop } from './tool-loop.ts';

/** Returns the tools with hooks of this loop's chat around every execution. */
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

/** The SDK parses the arguments of all calls in order before it runs any: in `parse`, calls can be told apart. */
function hookTool(tool: RunnableTool, loop: ToolLoop): object {
  const parse = (text: string): Promise<Execution> =>
    parseCall(tool, loop, loop.claim(tool.name, text));
  return {
    type: 'function',
    function: { ...tool.declared, name: tool.name, parse, function: runTool },
  };
}

async function parseCall(
  tool: RunnableTool,
  loop: ToolLoop,
  claimed: ClaimedCall,
): Promise<Execution> {
  if (tool.parse === undefined) return { tool, loop, claimed, parsed: claimed.text };
  try {
    return { tool, loop, claimed, parsed: await tool.parse(claimed.text) };
  } catch (error) {
    throw new Error(await reportInvalid(tool, loop, claimed, error), { cause: error });
  }
}

/** Reports arguments that do not fit, and returns the text for the model. */
async function reportInvalid(
  tool: RunnableTool,
  { run }: ToolLoop,
  { id, text, native }: ClaimedCall,
  error: unknown,
): Promise<string> {
  const message = error instanceof Error ? error.message : String(error);
  if (run.opened === undefined) return message;
  const told = await toldUnreached(run.opened, {
    call: run.callOf(id, tool.name, text),
    tool: describeTool(tool.name, tool, run.hooks),
    cause: 'invalid',
    error,
    native,
  });
  return told ?? message;
}
