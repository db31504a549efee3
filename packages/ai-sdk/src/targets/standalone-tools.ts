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

/** The paths of the capability table that a tool by itself takes. */
export const TOOL_PATHS: readonly string[] = ['tool.execute'];

/** What standalone tools were hooked with. */
interface Hooking extends Layer {
  readonly tools: AppTools;
}

/** The same tools; every execution opens a chat of its own, unless an agent hooked with the same hooks uses them. */
export function hookStandaloneTools<T extends AppTools>(tools: T, layer: Layer): T {
  const { hooks, options } = layer;
  if (tags.of(tools)?.hooks === hooks) return tools;
  requireEnforced(options, TOOL_PATHS, tools);
  countTargets(1);
  return tags.mark(viewTools(tools, layer) as T, { hooks, target: tools });
}

/** The same tool on its own; hooks know it by its title, since a tool has no name but its place in a set. */
export function hookStandaloneTool<T extends AppTool>(tool: T, layer: Layer): T {
  if (tags.of(tool)?.hooks === layer.hooks) return tool;
  requireEnforced(layer.options, TOOL_PATHS, { tool });
  countTargets(1);
  const name = toolName(tool);
  return hookOne(name, tool, { ...layer, tools: { [name]: tool } }) as T;
}

/** The same set, in which every tool that is taken out and executed passes the hooks; what it holds was checked before. */
export function viewTools(tools: AppTools, layer: Layer): AppTools {
  return viewEach(tools, (name, tool) =>
    typeof name === 'string' && typeof tool === 'object'
      ? hookOne(name, tool, { ...layer, tools })
      : tool,
  );
}

/** A tool by itself has no name but what it says of itself. */
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
