import { InterposeError, type Hooks } from '@interpose/core';
import { runThatIsOver, surroundingRuns, type ChatRun } from '../run/host-run.ts';
import { nestedRun } from '../run/tool-scope.ts';
import { invokesItself, partOf, type RunCall } from './own-invoke.ts';
import { runTool, type Execution } from './run-tool.ts';
import { parsedElsewhere } from './unreached-calls.ts';
import type { NativeTool } from '../translate/native.ts';

/** The tool's own functions, before any hook. */
export interface Original {
  readonly call: RunCall;
  /** The registries whose runs gate this tool. */
  readonly registries: WeakSet<Hooks>;
}

/** The tools that are hooked. */
export const originals: WeakMap<NativeTool, Original> = new WeakMap<NativeTool, Original>();

/** What a tool does where its gates let it. */
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
 * The outermost registry asks first, and the innermost runs the tool. Where the reader of a stream has stopped, the graph
 * goes on behind its back: no tool runs in a chat that is over, since no hook can be asked about it.
 */
export async function gate(tool: NativeTool, original: Original, given: Given): Promise<unknown> {
  const over = runThatIsOver(original.registries);
  if (over !== undefined) throw afterTheEnd(over, tool);
  // A tool that other hooks are on already is met here, where its parts are called one by one.
  const around = surroundingRuns();
  for (const { hooks } of around) original.registries.add(hooks);
  // Runs the tool itself, past its hooks; for code that has asked them.
  let act: Execution['act'] = (input, other) => {
    const { call } =
      other === undefined ? original : (originals.get(other) ?? { call: ownCall(other) });
    return call(input, given.runManager, given.config);
  };
  for (const surrounding of around) {
    surrounding.notes.gated.add(given.runManager?.runId ?? '');
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

function afterTheEnd({ chat: { signal } }: ChatRun, { name }: NativeTool): unknown {
  if (signal.aborted) return signal.reason;
  return new InterposeError(
    'tool_unhooked',
    `the tool ${name} was called in a run that is over, where no hook can be asked`,
    'await the tool inside of the run, or call it outside of every run',
  );
}

let unnamed = 0;
