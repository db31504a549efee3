import { asText, isDict, parseArguments, saidBeside, type Copy } from '@interpose/adapter-kit';
import { argumentsIn, FRAME, outcomeOf, resultField } from '@interpose/adapter-kit/hosted';
import type { Dict, Part, ToolCallPart, ToolResultPart } from '@interpose/core';
import { calledName, idOf, kindOf, type Called } from '../hosted-name.ts';
import type { NativeItem, NativeOutputItem } from '../native.ts';
import { partOrigins } from '../origins.ts';

export type Item = NativeItem | NativeOutputItem;
export type HostedItem = Extract<Item, { readonly type: 'hosted_tool_call' }>;

const PROGRAM = 'programmatic_tool_calling';
const SEARCH = 'tool_search';

/**
 * Returns the parts of an item about what the provider ran or said: a call and its result, or data. Undefined for other
 * items, and for those that hold nothing for hooks.
 */
export function providerParts(item: Item, copy: Copy): readonly Part[] | undefined {
  switch (item.type) {
    case 'hosted_tool_call':
      return isProtocol(item) ? dataParts(item, copy) : callParts(item, copy);
    case 'unknown':
      return dataParts(item, copy);
    case 'program':
      return [{ type: 'tool-call', id: item.callId, name: PROGRAM, args: { code: item.code } }];
    case 'program_output':
      return [{ type: 'tool-result', id: item.callId, name: PROGRAM, result: item.output }];
    case 'tool_search_call': {
      const args = isDict(item.arguments) ? item.arguments : { input: item.arguments };
      return [{ type: 'tool-call', id: searchId(item), name: SEARCH, args: copy<Dict>(args) }];
    }
    case 'tool_search_output': {
      const tools = copy<unknown>(item.tools);
      return [{ type: 'tool-result', id: searchId(item), name: SEARCH, result: tools }];
    }
    default:
      return undefined;
  }
}

/** Whether this is a list or a request of an MCP server at the provider, and not the call of a tool. */
export function isProtocol(item: Called): boolean {
  const kind = kindOf(item);
  return typeof kind === 'string' && kind.startsWith('mcp_') && kind !== 'mcp_call';
}

/** Whether the provider itself makes the call of this part, so that the SDK does not carry it out. */
export function ranAtProvider(part: Part): boolean {
  const item = partOrigins.of(part)?.item;
  if (item?.type === 'tool_search_call')
    return (item.execution ?? item.providerData?.['execution']) !== 'client';
  return item?.type === 'hosted_tool_call' || item?.type === 'program';
}

type SearchItem = Extract<
  Item,
  { readonly type: 'tool_search_call' } | { readonly type: 'tool_search_output' }
>;

function searchId({ id, callId, call_id: own, providerData }: SearchItem): string {
  const given: unknown = callId ?? own ?? providerData?.['call_id'];
  return typeof given === 'string' ? given : (id ?? '');
}

function dataParts({ providerData = {} }: Item, copy: Copy): readonly Part[] | undefined {
  const data = saidBeside(providerData, FRAME);
  return data && [{ type: 'data', data: copy(data) }];
}

export function callParts(item: HostedItem, copy: Copy): readonly [ToolCallPart, ToolResultPart] {
  const { arguments: text, status, providerData: data = {} } = item;
  const id = idOf(item);
  const name = calledName(item, []);
  const outcome = outcomeOf(foundIn(item), { status, error: data['error'] }, copy);
  const args = { ...givenTo(item), ...(text === undefined ? {} : parseArguments(text)) };
  return [
    { type: 'tool-call', id, name, args: copy<Dict>(args) },
    { type: 'tool-result', id, name, ...outcome },
  ];
}

export function isMcpCall(item: Called): boolean {
  return kindOf(item) === 'mcp_call';
}

/** Returns the arguments in `providerData`: the field `arguments` of an MCP call, the own fields of any other call. */
export function givenTo(item: HostedItem): Dict {
  const { providerData: data = {} } = item;
  return isMcpCall(item)
    ? parseArguments(asText(data['arguments'] ?? ''))
    : argumentsIn(data, fieldOf(item) ?? 'output');
}

/** Returns the field of `providerData` that holds the result of a call; undefined if the item itself holds it. */
export function fieldOf({ output, providerData: data = {} }: HostedItem): string | undefined {
  return output === undefined || output === null ? resultField(data) : undefined;
}

/** Returns the result of a call, from the item itself or from a field of `providerData`. */
export function foundIn(item: HostedItem): unknown {
  return item.output ?? item.providerData?.[fieldOf(item) ?? ''];
}
