import { StructuredTool } from '@langchain/core/tools';
import { InterposeError, type Hooks } from '@interpose/core';
import { isDict } from '@interpose/adapter-kit';
import { currentChat } from '@interpose/core/adapter';
import { runThatIsOver, surroundingRuns, type ChatRun } from '../run/host-run.ts';
import { isSameCall, nestedRun } from '../run/tool-scope.ts';
import { rootOf } from '../targets/hook-object.ts';
import { invokesItself, partInside, partOf, runAround } from './own-invoke.ts';
import { runTool, type Execution } from './run-tool.ts';
import { isParsingError, parsedElsewhere, reportInvalid } from './unreached-calls.ts';
import type { NativeTool } from '../translate/native.ts';

type RunCall = NonNullable<NativeTool['_call']>;

/** The tool's own functions, before any hook. */
interface Original {
  readonly call: RunCall;
  /** The registries whose runs gate this tool. */
  readonly registries: WeakSet<Hooks>;
}

const originals = new WeakMap<NativeTool, Original>();

/** What is called in place of tools that let nobody change them. */
const standIns = new WeakMap<NativeTool, NativeTool>();

/**
 * Lets every execution of this very tool object pass the gates, where it happens in a run of these hooks; elsewhere
 * it runs as ever. In place, because agents execute the instances that they bound to their model; a frozen one keeps its
 * methods, and another is called where a run meets it. Returns what has other methods now, where anything has.
 *
 * @throws InterposeError `target_unknown` for a frozen tool of no class of LangChain.
 */
export function hookToolInPlace(given: NativeTool, hooks: Hooks): NativeTool | undefined {
  const tool = rootOf(given) as NativeTool;
  const known = originals.get(tool);
  if (known !== undefined) {
    known.registries.add(hooks);
    return standIns.get(tool);
  }
  const original: Original = { call: ownCall(tool), registries: new WeakSet([hooks]) };
  const hooked = Object.isExtensible(tool) ? tool : standInFor(tool);
  originals.set(tool, original);
  originals.set(hooked, original);
  if (invokesItself(tool)) {
    const own = partOf(tool);
    for (const name of ['invoke', 'call'] as const)
      if (typeof tool[name] === 'function') define(hooked, name, gatedMethod(tool, name, original));
    if (own !== undefined)
      define(hooked, '_call', partInside(tool, own, gatedPart(tool, { ...original, call: own })));
    return hooked;
  }
  const call = tool['call'];
  define(hooked, '_call', gatedPart(tool, original));
  if (call !== undefined) define(hooked, 'call', checkedCall(hooked, call, original));
  return hooked;
}

/** The part of a tool that does the work. */
function gatedPart(tool: NativeTool, original: Original): RunCall {
  return (input, runManager, config) =>
    gate(tool, original, {
      input,
      runManager,
      config,
      id: config?.toolCall?.id,
      part: original.call,
    });
}

/** Another object of the same class with the same fields. */
function standInFor(tool: NativeTool): NativeTool {
  if (!(tool instanceof StructuredTool))
    throw new InterposeError(
      'target_unknown',
      `the tool ${tool.name} is frozen, and its class is none that calls can be gated at`,
      'pass the tool before it is frozen, or make it with tool() of LangChain',
    );
  const standIn = Object.create(tool) as NativeTool;
  standIns.set(tool, standIn);
  return standIn;
}

function ownCall(tool: NativeTool): RunCall {
  const part = invokesItself(tool) ? undefined : partOf(tool);
  if (part !== undefined) return part;
  const invoke = tool['invoke'];
  return (input, _runManager, config) => invoke.call(tool, input, config);
}

function define(tool: NativeTool, key: string, value: unknown): void {
  Object.defineProperty(tool, key, { value, configurable: true, writable: true });
}

function runsOf({ registries }: Original): readonly ChatRun[] {
  return surroundingRuns().filter((run) => registries.has(run.hooks));
}

type Given = Pick<Execution, 'input' | 'runManager' | 'config' | 'part'> & {
  readonly id: string | undefined;
};

/**
 * The outermost registry asks first, and the innermost runs the tool. Where the reader of a stream has stopped, the graph
 * goes on behind its back: no tool runs in a chat that is over, since no hook can be asked about it.
 */
async function gate(tool: NativeTool, original: Original, given: Given): Promise<unknown> {
  const over = runThatIsOver(original.registries);
  if (over !== undefined) throw afterTheEnd(over, tool);
  // A tool that other hooks are on already is met here, where its parts are called one by one.
  for (const { hooks } of surroundingRuns()) original.registries.add(hooks);
  // Runs the tool itself, past its hooks; for code that has asked them.
  let act: Execution['act'] = (input, other) => {
    const { call } =
      other === undefined ? original : (originals.get(other) ?? { call: ownCall(other) });
    return call(input, given.runManager, given.config);
  };
  for (const surrounding of runsOf(original)) {
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

/** `call` parses the arguments: what does not fit reaches no tool, and the hooks are told. */
function checkedCall(
  tool: NativeTool,
  call: NonNullable<NativeTool['call']>,
  original: Original,
): NonNullable<NativeTool['call']> {
  return async (input, config, tags) => {
    const [innermost] = runsOf(original);
    if (innermost === undefined) return call.call(tool, input, config, tags);
    const run = await nestedRun(innermost);
    const stopped = await reportInvalid(run, tool, input, config, undefined);
    if (stopped !== undefined) return stopped.answer;
    try {
      return await call.call(tool, input, config, tags);
    } catch (error) {
      if (!isParsingError(error)) throw error;
      const reported = await reportInvalid(run, tool, input, config, error);
      if (reported === undefined) throw error;
      return reported.answer;
    }
  };
}

/** A method by which a tool is called that writes it itself. One may call the other, which is the same call then. */
function gatedMethod(
  tool: NativeTool,
  name: 'invoke' | 'call',
  original: Original,
): NonNullable<NativeTool['call']> {
  const own = tool[name] as NonNullable<NativeTool['call']>;
  return (given, config, tags) => {
    const isCall = isDict(given) && given['type'] === 'tool_call';
    const id = isCall ? (given['id'] as string | undefined) : undefined;
    const input = isCall ? given['args'] : given;
    if (currentChat() === undefined || isSameCall(tool, own, input))
      return own.call(tool, given, config, tags);
    const native = isDict(config) ? config : undefined;
    return runAround(
      tool,
      (changed) => own.call(tool, isCall ? { ...given, args: changed } : changed, config, tags),
      (call) =>
        gate(
          tool,
          { ...original, call },
          { input, runManager: undefined, config: native, id, part: own },
        ),
    );
  };
}
