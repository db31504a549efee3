import { parseArguments, saidBeside } from '@interpose/adapter-kit';
import { argumentsIn, FRAME, outcomeOf, resultField } from '@interpose/adapter-kit/hosted';
import type { Part, ToolCallPart } from '@interpose/core';
import { dictsOf, isDict, textOf, type Body, type Copy } from '../native.ts';
import { readPart } from '../content-to-contract.ts';
import { itemOrigins } from '../origins.ts';

/** Tools of the provider that the app runs, or may run. */
export const RUN_BY_APP: readonly string[] = [
  'computer',
  'local_shell',
  'shell',
  'apply_patch',
  'tool_search',
];

const APP_CALLS: ReadonlySet<unknown> = new Set(RUN_BY_APP.map((name) => `${name}_call`));
/** The types of the calls of tools that the app itself declared. */
export const OWN_CALLS: readonly unknown[] = ['function_call', 'custom_tool_call'];

/** Whether an item is a call that the app has to run or to approve. */
export function isCallOfApp(item: Body): boolean {
  const { type } = item;
  if (OWN_CALLS.includes(type) || type === 'mcp_approval_request') return true;
  return APP_CALLS.has(type) && !runsAtService(item);
}

/** The tool of the provider that runs programs which call other tools. */
const PROGRAM = 'programmatic_tool_calling';

/** Returns the parts of one item; every part remembers the item and its own piece of the item. */
export function readItem(item: Body, copy: Copy): readonly Part[] {
  switch (item['type']) {
    case 'message':
      return messageParts(item);
    case 'reasoning':
      return reasoningParts(item);
    case 'function_call':
    case 'mcp_approval_request':
      return [remember(callPart(item, argumentsOf(item), copy), item)];
    case 'custom_tool_call':
      return [remember(callPart(item, { input: item['input'] }, copy), item)];
    case 'mcp_call':
      return hostedParts(item, textOf(item['name']) ?? '', argumentsOf(item), copy);
    case 'program':
      return hostedParts(item, PROGRAM, { code: item['code'] }, copy).slice(0, 1);
    case 'program_output':
      return hostedParts(item, PROGRAM, {}, copy).slice(1);
    case 'apply_patch_call_output':
    case 'shell_call_output':
      return hostedParts(item, nameOfCall(item), {}, copy).slice(1);
    default:
      return otherParts(item, copy);
  }
}

function remember(part: Part, item: Body, piece?: Body): Part {
  return itemOrigins.remember(part, { item, piece });
}

function messageParts(item: Body): readonly Part[] {
  const pieces = dictsOf(item['content']);
  const [text, refusal] = pieces;
  // A refusal by this adapter is in both forms, for callers that read only one of them.
  const repeats =
    pieces.length === 2 && refusal?.['type'] === 'refusal' && refusal['refusal'] === text?.['text'];
  return (repeats ? pieces.slice(0, 1) : pieces).map((piece) =>
    remember(readPart(piece), item, piece),
  );
}

function reasoningParts(item: Body): readonly Part[] {
  const pieces = [...dictsOf(item['summary']), ...dictsOf(item['content'])];
  const text = pieces.map((piece) => textOf(piece['text']) ?? '').join('');
  return [remember({ type: 'reasoning', text }, item)];
}

/** Returns the arguments of a call as an object. */
export function argumentsOf(item: Body): Body {
  return parseArguments(textOf(item['arguments']) ?? '');
}

function callPart(item: Body, args: Body, copy: Copy): ToolCallPart {
  const id = textOf(item['call_id']) ?? textOf(item['id']) ?? '';
  const name = textOf(item['name']) ?? nameOfCall(item);
  return { type: 'tool-call', id, name, args: copy(args) };
}

function nameOfCall({ type }: Body): string {
  return (textOf(type) ?? 'unknown').replace(/_call(?:_output)?$/, '');
}

function otherParts(item: Body, copy: Copy): readonly Part[] {
  const type = textOf(item['type']) ?? 'unknown';
  if (!type.endsWith('_call')) {
    // Hooks see the content of an item of an unknown type as data.
    const data = saidBeside(item, FRAMING);
    return [
      remember(data ? { type: 'data', data: copy(data) } : { type: 'other', kind: type }, item),
    ];
  }
  const args = argumentsIn(item);
  if (APP_CALLS.has(type)) return [remember(callPart(item, args, copy), item)];
  return hostedParts(item, nameOfCall(item), args, copy);
}

/** The fields that are left out of that data; the `tools` of an item count as offered tools. */
const FRAMING: ReadonlySet<string> = new Set([...FRAME, 'role', 'tools']);

/** Returns a call that the provider ran, and its result as far as the item contains one. */
function hostedParts(item: Body, name: string, args: Body, copy: Copy): readonly Part[] {
  const call = callPart({ ...item, name }, args, copy);
  const outcome = outcomeOf(item[resultField(item) ?? ''], item, copy);
  return [
    remember(call, item),
    remember({ type: 'tool-result', id: call.id, name, ...outcome }, item),
  ];
}

/** Whether a part comes from an item that is no call for the app, such as a call that the provider ran. */
export function ranAtProvider(part: Part): boolean {
  const item = itemOrigins.of(part)?.item ?? {};
  const { type } = item;
  return type !== undefined && !isCallOfApp(item);
}

/** Whether a tool or its call runs at the service: a shell in its container, or a search among its tools. */
export function runsAtService({ type, environment, execution }: Body): boolean {
  if (String(type).startsWith('tool_search')) return execution !== 'client';
  return isDict(environment) && environment['type'] !== 'local';
}
