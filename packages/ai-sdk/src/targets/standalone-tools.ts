import { viewEach } from '../tools/view-each.ts';
import { isToolSearch, type AppTool, type AppTools, type Execute } from '../tools/tool-facts.ts';
import { implicitRun } from '../run/host-run.ts';
import { countTargets } from '../run/nesting.ts';
import { unwatched, type Layer } from '@interpose/adapter-kit';
import { requireEnforced } from '../coverage/require-enforced.ts';
import { runTool, streams, type Execution } from '../tools/run-tool.ts';
import { tags } from './tags.ts';
import { cloneTool, hookedCaller, runStreaming } from '../tools/hook-tools.ts';
import { settleCall } from '../run/settle-run.ts';

/** The paths in the capability table for a tool on its own. */
export const TOOL_PATHS: readonly string[] = ['tool.execute'];

/** How standalone tools were hooked. */
interface Hooking extends Layer {
  readonly tools: AppTools;
}

/** Returns the tools, hooked: each execution opens a chat, unless it comes from an agent that has the same hooks. */
export function hookStandaloneTools<T extends AppTools>(tools: T, layer: Layer): T {
  const { hooks, options } = layer;
  if (tags.of(tools)?.hooks === hooks) return tools;
  requireEnforced(options, TOOL_PATHS, tools);
  countTargets(1);
  return tags.mark(viewTools(tools, layer) as T, { hooks, target: tools });
}

/** Returns one tool, hooked. Hooks know it by its title, since a tool has no name outside of a tool set. */
export function hookStandaloneTool<T extends AppTool>(tool: T, layer: Layer): T {
  if (tags.of(tool)?.hooks === layer.hooks) return tool;
  requireEnforced(layer.options, TOOL_PATHS, { tool });
  countTargets(1);
  const name = toolName(tool);
  return hookOne(name, tool, { ...layer, tools: { [name]: tool } }) as T;
}

/** Returns the tool set, in which each tool passes the hooks when it is executed. The set was checked before. */
export function viewTools(tools: AppTools, layer: Layer): AppTools {
  return viewEach(tools, (name, tool) =>
    typeof name === 'string' && typeof tool === 'object'
      ? hookOne(name, tool, { ...layer, tools })
      : tool,
  );
}

/** Returns a name for a tool on its own: the first text of its `name`, `title` and `id`, else "tool". */
export function toolName(tool: AppTool): string {
  const said = [tool['name'], tool['title'], tool['id']];
  return said.find((each): each is string => typeof each === 'string') ?? 'tool';
}

function hookOne(name: string, tool: AppTool, hooking: Hooking): AppTool {
  const execute = unwatched(tool.execute);
  if (tags.of(tool)?.hooks === hooking.hooks) return tool;
  const caller = isToolSearch(tool)
    ? undefined
    : hookedCaller(tool, name, (bound) => hookOne(name, bound, hooking));
  const tag = { hooks: hooking.hooks, target: tool };
  if (execute === undefined)
    return caller === undefined ? tool : tags.mark(cloneTool(tool, caller), tag);
  const hooked: Execute = (input, given) => {
    const run = implicitRun(hooking, {
      fallback: name,
      path: 'tool.execute',
      signal: given?.abortSignal,
    });
    const options = given ?? { toolCallId: name };
    const execution: Execution = { run, name, tool, tools: hooking.tools, execute, input, options };
    return streams(execute)
      ? streamAlone(execution)
      : settleCall(execution, () => runTool(execution, undefined));
  };
  return tags.mark(cloneTool(tool, { ...caller, execute: hooked }), tag);
}

async function* streamAlone(execution: Execution): AsyncGenerator<unknown, void, undefined> {
  try {
    yield* runStreaming(execution);
    await execution.run.done();
  } catch (error) {
    await execution.run.failed(error);
    throw error;
  } finally {
    await execution.run.aborted(new DOMException('The tool was stopped.', 'AbortError'));
  }
}
