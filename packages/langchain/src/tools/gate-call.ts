import { readArguments } from '@interpose/adapter-kit';
import { InterposeError, type Hooks } from '@interpose/core';
import { runThatIsOver, surroundingRuns, type ChatRun } from '../run/host-run.ts';
import { nestedRun } from '../run/tool-scope.ts';
import { invokesItself, partOf, type RunCall } from './own-invoke.ts';
import { runTool, type Execution } from './run-tool.ts';
import { parsedElsewhere } from './unreached-calls.ts';
import type { NativeTool } from '../translate/native.ts';

/** The tool's own function, without any hook, and the registries that hook it. */
export interface Original {
  readonly call: RunCall;
  /** The registries whose runs gate this tool. */
  readonly registries: WeakSet<Hooks>;
}

/** The hooked tools, each with its original functions. */
export const originals: WeakMap<NativeTool, Original> = new WeakMap<NativeTool, Original>();

/** Returns the function that does the tool's work after the gates have allowed it. */
export function ownCall(tool: NativeTool): RunCall {
  const part = invokesItself(tool) ? undefined : partOf(tool);
  if (part !== undefined) return part;
  const invoke = tool['invoke'];
  return (input, _runManager, config) => invoke.call(tool, input, config);
}

export function runsOf({ registries }: Original): readonly ChatRun[] {
  return surroundingRuns().filter((run) => registries.has(run.hooks));
}

export type Given = Pick<Execution, 'input' | 'runManager' | 'config' | 'part'> & {
  readonly id: string | undefined;
};

/**
 * Asks the hooks of all runs around a tool call, the outermost first, and then runs the tool. If the reader of a stream
 * has stopped, the graph goes on unseen. No tool runs in a chat that is over, since no hook can be asked about it.
 */
export async function gate(tool: NativeTool, original: Original, given: Given): Promise<unknown> {
  const over = runThatIsOver(original.registries);
  if (over !== undefined) throw afterTheEnd(over, tool);
  // A tool of other hooks may get here by a direct call of one of its parts, so the hooks of these runs are added.
  const around = surroundingRuns();
  for (const { hooks } of around) original.registries.add(hooks);
  // Runs the tool itself, without hooks. Only code that has asked the hooks may call it.
  let act: Execution['act'] = (input, other) => {
    const { call } =
      other === undefined ? original : (originals.get(other) ?? { call: ownCall(other) });
    return call(input, given.runManager, configFor(tool, given, input, other));
  };
  for (const surrounding of around) {
    surrounding.memory.gated.add(given.runManager?.runId ?? '');
    const run = await nestedRun(surrounding);
    const inner = act;
    act = (input, other) =>
      runTool({
        ...given,
        run,
        tool: other ?? tool,
        input,
        act: inner,
        id: given.id ?? `direct-${++unnamed}`,
      });
  }
  try {
    return await act(given.input, undefined);
  } catch (error) {
    throw parsedElsewhere(error);
  }
}

/** Returns the config of a call: the host's own, unless hooks changed the call that LangChain put into it. */
function configFor(
  { name }: NativeTool,
  { input: before, config }: Given,
  input: unknown,
  other: NativeTool | undefined,
): Given['config'] {
  const call = config?.toolCall;
  // If the name differs, the call is that of a tool around this one, which passed its config on.
  if ((input === before && other === undefined) || call?.name !== name) return config;
  const changed = { ...call, name: other?.name ?? name, args: readArguments(input) };
  return { ...config, toolCall: changed };
}

function afterTheEnd({ chat: { signal } }: ChatRun, { name }: NativeTool): unknown {
  if (signal.aborted) return signal.reason;
  return new InterposeError(
    'tool_unhooked',
    `the tool ${name} was called in a run that is over, where no hook can be asked`,
    'await the tool inside of the run, or call it outside of every run',
  );
}

let unnamed = 0;
