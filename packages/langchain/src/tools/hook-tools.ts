import { StructuredTool } from '@langchain/core/tools';
import { InterposeError, type Hooks } from '@interpose/core';
import { isDict, replaceMember } from '@interpose/adapter-kit';
import { currentChat } from '@interpose/core/adapter';
import { surroundingRuns } from '../run/host-run.ts';
import { isSameCall, nestedRun } from '../run/tool-scope.ts';
import { rootOf } from '../targets/hook-object.ts';
import { gate, originals, ownCall, runsOf, type Original } from './gate-call.ts';
import { invokesItself, partInside, runAround, type RunCall } from './own-invoke.ts';
import { isCall, isParsingError, reportInvalid } from './unreached-calls.ts';
import type { NativeTool } from '../translate/native.ts';

type Method = (...given: never) => unknown;

/** The hooked objects that run in place of frozen tools. */
const standIns = new WeakMap<NativeTool, NativeTool>();

/**
 * Puts gates on this tool object itself, for runs of these hooks; elsewhere the tool runs as before. Agents execute the
 * instances that they bound to their model, so a copy would not do; only a frozen tool gets a stand-in, which runs call
 * instead. Returns the object with the gates; `undefined` if this tool object had them before.
 *
 * @throws InterposeError `target_unknown` for a frozen tool that is not of a class of LangChain.
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
  const method = (own: Method): Method => gatedMethod(tool, own, original);
  const part = (own: Method): Method => gatedPart(tool, own, original);
  const isOwn = invokesItself(tool);
  gateMember(hooked, 'func', part);
  gateMember(hooked, '_call', (own) => partInside(tool, own, part(own)));
  gateMember(hooked, 'invoke', method, isOwn ? method : (own) => own);
  gateMember(hooked, 'call', method, isOwn ? method : (own) => checkedCall(hooked, own, original));
  return hooked;
}

/** Puts a gate before a function of a tool, and before each function that the app assigns in its place later. */
function gateMember(
  tool: NativeTool,
  key: 'func' | '_call' | 'invoke' | 'call',
  gated: (own: Method) => Method,
  first: (own: Method) => Method = gated,
): void {
  if (!(key in tool)) return;
  const by = (make: typeof gated) => (own: unknown) =>
    typeof own === 'function' ? make(own as Method) : own;
  replaceMember(tool as { [Key in typeof key]?: unknown }, key, by(gated), by(first));
}

/** Hooks the tool for each run around the running code. Returns the hooked object, if it is new or a stand-in. */
export function hookInRuns(tool: NativeTool): NativeTool | undefined {
  let hooked: NativeTool | undefined;
  for (const { hooks } of surroundingRuns()) hooked = hookToolInPlace(tool, hooks) ?? hooked;
  return hooked;
}

/**
 * Gates the function that LangChain is about to keep in a new tool, for each run in which the tool is called, also if
 * no run has hooked the tool before. The function that the app gave is read once and stays the same.
 */
export function gateFunction(tool: NativeTool, fields: unknown): void {
  const own = isDict(fields) ? Reflect.getOwnPropertyDescriptor(fields, 'func') : undefined;
  if (own === undefined || typeof own.value !== 'function') return;
  const get = (): unknown => {
    Reflect.defineProperty(fields as object, 'func', own);
    gateMember(tool, 'func', (func) => metFunction(tool, func));
    return own.value;
  };
  Reflect.defineProperty(fields as object, 'func', { get, configurable: true });
}

/** Returns the function of a tool with gates. If no run has met the tool yet, the runs around its call do so first. */
function metFunction(tool: NativeTool, own: Method): Method {
  return (...given: readonly unknown[]): unknown => {
    hookInRuns(tool);
    const original = originals.get(tool);
    return Reflect.apply(original ? gatedPart(tool, own, original) : own, tool, given);
  };
}

/** Returns a part of a tool with gates. If another part of the tool calls it, that is still the same call. */
function gatedPart(tool: NativeTool, own: Method, original: Original): RunCall {
  const call: RunCall = (...given) => Reflect.apply(own, tool, given);
  const gated = { ...original, call };
  return (input, runManager, config) => {
    if (currentChat() === undefined || isSameCall(tool, own, input))
      return call(input, runManager, config);
    const id = config?.toolCall?.id;
    return gate(tool, gated, { input, runManager, config, id, part: own });
  };
}

/** Returns an object with the frozen tool as its prototype, so that it has the same class and fields. */
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

/** `call` parses the arguments. If they do not fit, the tool does not run and the hooks are told. */
function checkedCall(
  tool: NativeTool,
  call: Method,
  original: Original,
): NonNullable<NativeTool['call']> {
  return async (input, config, tags) => {
    const [innermost] = runsOf(original);
    if (innermost === undefined) return Reflect.apply(call, tool, [input, config, tags]) as unknown;
    const run = await nestedRun(innermost);
    const stopped = await reportInvalid(run, tool, input, config, undefined);
    if (stopped !== undefined) return stopped.answer;
    try {
      return (await Reflect.apply(call, tool, [input, config, tags])) as unknown;
    } catch (error) {
      if (!isParsingError(error)) throw error;
      const reported = await reportInvalid(run, tool, input, config, error);
      if (reported === undefined) throw error;
      return reported.answer;
    }
  };
}

/** Returns the tool's own `invoke` or `call` with gates. If one calls the other, that is still the same call. */
function gatedMethod(
  tool: NativeTool,
  own: Method,
  original: Original,
): NonNullable<NativeTool['call']> {
  return (given, config, tags) => {
    const call = isCall(given) ? given : undefined;
    const id = call?.['id'] as string | undefined;
    const input = call === undefined ? given : call['args'];
    if (currentChat() === undefined || isSameCall(tool, own, input))
      return Reflect.apply(own, tool, [given, config, tags]) as Promise<unknown>;
    const native = isDict(config) ? config : undefined;
    return runAround(
      tool,
      (changed) =>
        Reflect.apply(own, tool, [call ? { ...call, args: changed } : changed, config, tags]),
      (run) =>
        gate(
          tool,
          { ...original, call: run },
          { input, runManager: undefined, config: native, id, part: own },
        ),
    );
  };
}
