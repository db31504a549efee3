import { describeTool, toldAfter } from '@interpose/adapter-kit';
import { reportToolError } from '@interpose/core/adapter';
import { asRunnable, type RunnableTool } from './tool-facts.ts';
import { runTool, type Execution } from './run-tool.ts';
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

/** The SDK parses the arguments of all calls in their order before it runs any: there each call is told from the others. */
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
