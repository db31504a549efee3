import { asText, formatArguments, isDict, omitUndefined, parseJson } from '@interpose/adapter-kit';
import { frameIn } from '@interpose/adapter-kit/hosted';
import type { Dict, Part, ToolCallPart, ToolResultPart } from '@interpose/core';
import { partOrigins, type PartOrigin } from '../origins.ts';
import {
  callParts,
  fieldOf,
  foundIn,
  givenTo,
  isMcpCall,
  providerParts,
  type HostedItem,
  type Item,
} from './item-to-contract.ts';

const PROVIDED: ReadonlySet<unknown> = new Set([
  'hosted_tool_call',
  'unknown',
  'program',
  'program_output',
  'tool_search_call',
  'tool_search_output',
]);

/** Whether this is an item of the provider: hooks may see it as several parts, and change its content. */
export function isProvided(item: Item): boolean {
  return PROVIDED.has(item.type);
}

/** Whether the part belongs to the same call as this item, even if hooks rebuilt the part. */
function isAbout(part: Part, item: Item): boolean {
  return (
    isProvided(item) &&
    providerParts(item, (value) => value)?.some((told) => isOf(part, told)) === true
  );
}

/** Returns the provider's item that the parts from `at` on belong to, as hooks left it; undefined if there is none. */
export function providedAt(
  content: readonly Part[],
  at: number,
  known: readonly PartOrigin[],
): { readonly item: Item; readonly end: number } | undefined {
  const item = providedBy(content, at, known);
  if (item === undefined) return undefined;
  let end = at + 1;
  while (end < content.length && providedBy(content, end, known) === item) end += 1;
  const parts = content.slice(at, end);
  const isSame = parts.every((part) => partOrigins.of(part)?.item === item);
  if (isSame && (providerParts(item, (value) => value)?.length ?? 1) === parts.length)
    return { item, end };
  const changed = changedItem(parts, item);
  return changed === undefined ? undefined : { item: changed, end };
}

function providedBy(
  content: readonly Part[],
  at: number,
  known: readonly PartOrigin[],
): Item | undefined {
  const part = content[at]!;
  const { item } =
    partOrigins.of(part) ??
    known.find((origin) => isAbout(part, origin.item)) ??
    (part.type === 'data' ? known[at] : undefined) ??
    {};
  return item !== undefined && isProvided(item) ? item : undefined;
}

/** Returns the item with the parts as hooks changed them; undefined if it cannot hold them, and for other items. */
export function changedItem(parts: readonly Part[], item: Item): Item | undefined {
  const [told] = providerParts(item, (value) => value) ?? [];
  const [first, second] = parts;
  if (told === undefined || first === undefined) return undefined;
  if (item.type === 'hosted_tool_call' && told.type === 'tool-call')
    return changedCall(item, first, second);
  if (parts.length > 1) return undefined;
  if (told.type === 'data') return changedData(item, told.data, first);
  if (!isOf(first, told)) return undefined;
  const { args, result } = first as Partial<ToolCallPart & ToolResultPart>;
  const made = {
    program: { code: asText(args?.['code']) },
    program_output: { output: asText(result) },
    tool_search_call: { arguments: args },
    tool_search_output: { tools: Array.isArray(result) ? (result as readonly unknown[]) : [] },
  };
  return { ...item, ...made[item.type as keyof typeof made] } as Item;
}

function changedData(item: Item, before: unknown, part: Part): Item | undefined {
  if (part.type !== 'data' || !isDict(before) || !isDict(part.data)) return undefined;
  const { data } = part;
  if (!Object.keys(before).every((key) => key in data)) return undefined;
  // Encrypted content could still hold the text from before the change.
  const kept = { ...item.providerData, encrypted_content: undefined };
  return { ...item, providerData: omitUndefined({ ...kept, ...data }) };
}

function changedCall(item: HostedItem, call: Part, result: Part | undefined): Item | undefined {
  const [told, came] = callParts(item, (value) => value);
  if (!isOf(call, told)) return undefined;
  // If hooks rebuilt a call without its result, the SDK has to make the call: it is no item of the provider.
  if (result === undefined ? partOrigins.of(call) === undefined : !isOf(result, came))
    return undefined;
  const { result: left, error } = (result ?? {}) as Partial<ToolResultPart>;
  const { providerData: data = {} } = item;
  const field = fieldOf(item);
  // A status such as "completed" is not a result.
  const found = left === came.result && foundIn(item) === undefined ? undefined : left;
  return omitUndefined({
    ...item,
    ...withArguments(item, (call as ToolCallPart).args, {
      ...(field === undefined ? undefined : { [field]: found }),
      error: error === came.error ? data['error'] : error && (parseJson(error) ?? error),
    }),
    output: field !== undefined || found === undefined ? undefined : asText(found),
  }) as Item;
}

/** Writes arguments back to where the call has them: in the text of `arguments`, or in fields of `providerData`. */
function withArguments(item: HostedItem, args: Dict, outcome: Dict): Partial<HostedItem> {
  const { arguments: text, providerData: data = {} } = item;
  const own = givenTo(item);
  const [kept, written]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const [name, value] of Object.entries(args))
    (text === undefined || name in own ? kept : written)[name] = value;
  const given = isMcpCall(item)
    ? { ...data, arguments: formatArguments(kept, asText(data['arguments'] ?? '')) }
    : { ...frameIn(data, fieldOf(item) ?? 'output'), ...kept };
  return {
    ...(text === undefined ? undefined : { arguments: formatArguments(written, text) }),
    providerData: omitUndefined({ ...given, ...outcome }),
  };
}

function isOf(part: Part, told: Part): boolean {
  const [own, other] = [part, told] as readonly Partial<ToolCallPart | ToolResultPart>[];
  return own!.type === other!.type && own!.id === other!.id && own!.name === other!.name;
}
