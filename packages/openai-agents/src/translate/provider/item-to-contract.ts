import { isDict, parseArguments, type Copy } from '@interpose/adapter-kit';
import type { Dict, Part } from '@interpose/core';
import { calledName } from '../hosted-name.ts';
import type { NativeItem, NativeOutputItem } from '../native.ts';
import { partOrigins } from '../origins.ts';

export type Item = NativeItem | NativeOutputItem;
export type HostedItem = Extract<Item, { readonly type: 'hosted_tool_call' }>;
export type CallPart = Extract<Part, { readonly type: 'tool-call' }>;
export type ResultPart = Extract<Part, { readonly type: 'tool-result' }>;

const PROGRAM = 'programmatic_tool_calling';
const SEARCH = 'tool_search';

/** What frames an item that is data, and what only the service can read of it. */
const FRAME: readonly string[] = ['id', 'type', 'status', 'encrypted_content'];
/** Where a call at the provider says what it came to. */
const RESULTS: readonly string[] = ['output', 'results', 'outputs', 'result'];

/**
 * What an item tells of what the provider ran or said: a call and its result, or data to hooks. Undefined for other
 * items, and for those that tell nothing.
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

/** True for what an MCP server at the provider lists or asks, which is no call of a tool. */
export function isProtocol({
  name,
  providerData,
}: Pick<HostedItem, 'name' | 'providerData'>): boolean {
  const kind: unknown = providerData?.['type'] ?? name;
  return typeof kind === 'string' && kind.startsWith('mcp_') && kind !== 'mcp_call';
}

/** True for a part of a call that the provider makes itself: the SDK carries nothing out for it. */
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
  const data = without(providerData, FRAME);
  return Object.keys(data).length === 0 ? undefined : [{ type: 'data', data: copy(data) }];
}

export function callParts(item: HostedItem, copy: Copy): readonly [CallPart, ResultPart] {
  const { id: own = '', arguments: text, status, providerData: data = {} } = item;
  const id = typeof data['id'] === 'string' ? data['id'] : own;
  const name = calledName(item, []);
  const error: unknown = data['error'] ?? undefined;
  const found = foundIn(item) ?? (error === undefined ? status : undefined);
  const outcome = {
    ...(found === undefined ? undefined : { result: copy(found) }),
    ...(error === undefined ? undefined : { error: asText(error) }),
  };
  const args = { ...argumentsIn(item), ...(text === undefined ? {} : parseArguments(text)) };
  return [
    { type: 'tool-call', id, name, args: copy<Dict>(args) },
    { type: 'tool-result', id, name, ...outcome },
  ];
}

export function isMcpCall({ name, providerData }: HostedItem): boolean {
  return (providerData?.['type'] ?? name) === 'mcp_call';
}

/** What the provider keeps of what a call was given: the arguments of one at an MCP server, all fields of another. */
export function argumentsIn(item: HostedItem): Dict {
  const { providerData: data = {} } = item;
  return isMcpCall(item)
    ? parseArguments(asText(data['arguments'] ?? ''))
    : without(data, framing(item));
}

/** The fields of a call that are no argument of it. */
function framing(item: HostedItem): readonly string[] {
  return [...FRAME, 'call_id', 'error', 'fingerprint', resultField(item) ?? 'output'];
}

/** The field in which the provider keeps what a call came to, where the item itself does not say it. */
export function resultField({ output, providerData: data = {} }: HostedItem): string | undefined {
  if ((output ?? undefined) !== undefined) return undefined;
  return RESULTS.find((field) => (data[field] ?? undefined) !== undefined);
}

export function foundIn(item: HostedItem): unknown {
  return item.output ?? item.providerData?.[resultField(item) ?? ''] ?? undefined;
}

export function without(data: Dict, names: readonly string[]): Dict {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
