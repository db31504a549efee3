import type { Dict, Tool, ToolCall } from '@interpose/core';

import { FAULT_CODES, WireFault } from '../wire/wire-fault.ts';
import { dictAt, isDict, stringAt } from '../wire/is-dict.ts';
import { present, type Codec } from './codec.ts';

/** The codec of tool calls before they run. */
export const toolCallEvent: Codec = {
  event: 'preToolCall',
  key: 'call',
  slot: '/params/toolCallRequest/inputs',
  method: () => 'steps/toolCallRequest',
  encode: (payload) => {
    const { id, name, args } = payload['call'] as ToolCall;
    const inputs = encodeInputs(args);
    return { toolCallRequest: { executionId: id, toolId: name, inputs } };
  },
  hints: (payload) => present({ tool: payload['tool'], scope: payload['scope'], answers: true }),
  decode: (params, hints) => {
    const call = decodeCall(params);
    return present({ call, tool: toolOf(hints, call.name), scope: stringAt(hints, 'scope') });
  },
  take: (params, payload) => {
    const before = payload['call'] as ToolCall;
    const wire = dictAt(params, 'toolCallRequest');
    if (wire['executionId'] !== before.id) return undefined;
    const args = takeArgs(wire['inputs'], before.args);
    const name = stringAt(wire, 'toolId') ?? before.name;
    return args === undefined ? undefined : { value: { ...before, name, args } };
  },
  put: (params, value) => {
    const wire = dictAt(params, 'toolCallRequest');
    const { name, args } = value as ToolCall;
    const inputs = encodeInputs(args, wire['inputs']);
    return { ...params, toolCallRequest: { ...wire, toolId: name, inputs } };
  },
};

function decodeCall(params: Dict): ToolCall {
  const wire = dictAt(params, 'toolCallRequest');
  const args = readInputs(wire['inputs']);
  if (args === undefined) throw new WireFault(FAULT_CODES.params, 'an input is there twice');
  return {
    id: stringAt(wire, 'executionId') ?? '',
    name: stringAt(wire, 'toolId') ?? '',
    args,
  };
}

/** Returns the tool that the sender described, else a plain tool of this name. */
export function toolOf(hints: Dict, name: string): Tool {
  const told = hints['tool'];
  return isDict(told) && told['name'] === name
    ? (told as unknown as Tool) // it is as reliable as all else the sender says
    : { name, origin: 'local', known: true, enabled: true };
}

function encodeInputs(args: Dict, before?: unknown): readonly Dict[] {
  const known = Array.isArray(before) ? before.filter(isDict) : [];
  const inputs: Dict[] = [];
  for (const name of known.length === 0 ? Object.keys(args) : inOrderOf(known, args)) {
    const value = args[name];
    if (value === undefined) continue;
    const same = known.find((input) => input['name'] === name);
    inputs.push(same === undefined ? { name, value } : { ...same, name, value });
  }
  return inputs;
}

/** Returns the names of the arguments, known ones first and in their order: objects would put numbers first. */
function inOrderOf(known: readonly Dict[], args: Dict): Iterable<string> {
  const before = known.map(({ name }) => String(name)).filter((name) => Object.hasOwn(args, name));
  return new Set([...before, ...Object.keys(args)]);
}

/** Returns the arguments by name; undefined if a name occurs twice, since hosts differ in which one they use. */
function readInputs(inputs: unknown): Dict | undefined {
  const listed = Array.isArray(inputs) ? inputs.filter(isDict) : [];
  const entries = listed.map(({ name, value }) => [String(name), value] as const);
  const args = Object.fromEntries(entries);
  return Object.keys(args).length === entries.length ? args : undefined;
}

/** Returns the arguments; unchanged ones are the same objects as in the host. */
function takeArgs(inputs: unknown, before: Dict): Dict | undefined {
  const args = readInputs(inputs);
  if (args === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const own = Object.hasOwn(before, name) ? before[name] : undefined;
      return [name, JSON.stringify(own) === JSON.stringify(value) ? own : value];
    }),
  );
}
