import {
  isDict,
  parseArguments,
  reportProviderCall,
  reportProviderResult,
} from '@interpose/adapter-kit';
import type { Dict, ToolAnnotations, ToolCall } from '@interpose/core';
import type { AgentRun } from '../run/host-run.ts';
import { HostedCalls } from '../run/hosted-calls.ts';
import { hintsIn } from '../targets/mcp-hints.ts';
import { calledName, idOf, isHosted, type Called } from '../translate/hosted-name.ts';
import type { NativeOutputItem, NativeTool } from '../translate/native.ts';
import { isProtocol } from '../translate/provider/item-to-contract.ts';

/** The item of an answer for a call at the provider. */
export interface HostedItem extends Called {
  readonly arguments?: string | undefined;
  readonly output?: string | undefined;
}

/** Returns a call at the provider as policies see it; `tools` are the tools of the run. */
export function readHostedCall(item: HostedItem, tools: Iterable<NativeTool>): ToolCall {
  return { id: idOf(item), name: calledName(item, tools), args: readHosted(item).args };
}

/** Returns the arguments and the result of a call at the provider. */
function readHosted({ arguments: text, output, providerData }: HostedItem): {
  readonly args: Dict;
  readonly result?: unknown;
} {
  const { arguments: given, action, results, outputs } = providerData ?? {};
  const written = text ?? given ?? action ?? pick(providerData, 'queries', 'code');
  return {
    args: typeof written === 'string' ? parseArguments(written) : isDict(written) ? written : {},
    result: output ?? results ?? outputs,
  };
}

/** Picks these fields. The provider's own tools keep their arguments in fields such as "queries" or "code". */
function pick(data: Dict = {}, ...names: readonly string[]): Dict {
  return Object.fromEntries(names.flatMap((name) => (name in data ? [[name, data[name]]] : [])));
}

/** What one item of an answer tells about a call that the provider ran: the call, its result, or both. */
interface Told {
  readonly id: string;
  readonly call?: ToolCall;
  readonly result?: { readonly value: unknown };
}

/** Reports to hooks the calls that the provider ran. These are over, so verdicts are recorded but have no effect. */
export async function reportHostedCalls(
  run: AgentRun,
  output: readonly NativeOutputItem[],
): Promise<void> {
  const { ran, hints } = (run.hosted ??= new HostedCalls());
  for (const item of output) {
    keepHints(hints, item);
    const told = readItem(item, run);
    if (told === undefined) continue;
    if (told.call !== undefined) ran.set(told.id, told.call);
    const call = ran.get(told.id);
    for (const { chat, copy } of run.layers) {
      if (call === undefined || !chat.listens('preToolCall', 'onToolCallResult')) continue;
      const annotations = annotationsOf(run, call.name, item);
      const shown = { call: copy(call), annotations, native: item };
      if (told.call !== undefined) await reportProviderCall(chat, shown);
      if (told.result === undefined) continue;
      await reportProviderResult(chat, shown, { result: copy(told.result.value) });
    }
  }
}

function readItem(item: NativeOutputItem, run: AgentRun): Told | undefined {
  if (item.type === 'hosted_tool_call') {
    if (isProtocol(item)) return undefined;
    const call = readHostedCall(item, run.tools.values());
    return { id: call.id, call, result: { value: readHosted(item).result } };
  }
  const shell = hostedShell(run);
  if (shell === undefined) return undefined;
  if (item.type === 'shell_call') {
    const call = { id: item.callId, name: shell.name, args: { ...item.action } };
    return { id: call.id, call };
  }
  return item.type === 'shell_call_output'
    ? { id: item.callId, result: { value: item.output } }
    : undefined;
}

/** Keeps the hints of an MCP server at the provider, which lists its tools in an item of its own. */
export function keepHints(hints: HostedCalls['hints'], item: NativeOutputItem): void {
  const { server_label: label, tools } = dataOf(item);
  if (typeof label === 'string' && Array.isArray(tools)) hints.set(label, hintsIn(tools));
}

/** Returns the hints that the server sent for the tool of this call; undefined if it sent none. */
export function annotationsOf(
  { hosted }: AgentRun,
  name: string,
  item: NativeOutputItem,
): ToolAnnotations | undefined {
  const { server_label: label } = dataOf(item);
  return typeof label === 'string' ? hosted?.hints.get(label)?.get(name) : undefined;
}

function dataOf(item: NativeOutputItem): Dict {
  return (item.type === 'hosted_tool_call' ? item.providerData : undefined) ?? {};
}

/** Returns the shell of this turn if it runs in a container of the provider; else undefined. */
export function hostedShell({ tools }: AgentRun): NativeTool | undefined {
  return [...tools.values()].find((tool) => tool.type === 'shell' && isHosted(tool));
}
