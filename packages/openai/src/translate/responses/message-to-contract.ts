import { parseArguments } from '@interpose/adapter-kit';
import type { Part } from '@interpose/core';
import { asText, dictsOf, isDict, textOf, type Body, type Copy } from '../native.ts';
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
/** Calls of what the app itself has declared. */
export const OWN_CALLS: readonly unknown[] = ['function_call', 'custom_tool_call'];

/** True for an item that the caller makes a call of. */
export function isCallOfApp(item: Body): boolean {
  const { type } = item;
  return OWN_CALLS.includes(type) || (APP_CALLS.has(type) && !runsAtService(item));
}

/** The tool of the provider that runs programs which call other tools. */
const PROGRAM = 'programmatic_tool_calling';

/** Where a hosted call says what it came to. */
const RESULTS: readonly string[] = ['results', 'outputs', 'output', 'result', 'status'];

/** Fields of a hosted call that are not its arguments. */
const NO_ARGUMENT: readonly string[] = [
  ...['id', 'type', 'call_id', 'error', 'fingerprint'],
  ...RESULTS,
];

/** The parts of one output item; every part remembers the item and its own piece of it. */
export function readItem(item: Body, copy: Copy): readonly Part[] {
  switch (item['type']) {
    case 'message':
      return messageParts(item);
    case 'reasoning':
      return reasoningParts(item);
    case 'function_call':
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
  // A refusal of ours stands in both forms, for the callers who read only one of them.
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

function argumentsOf(item: Body): Body {
  return parseArguments(textOf(item['arguments']) ?? '');
}

function callPart(item: Body, args: Body, copy: Copy): Part {
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
    const data = dataIn(item);
    return [
      remember(data ? { type: 'data', data: copy(data) } : { type: 'other', kind: type }, item),
    ];
  }
  const args = argumentsIn(item);
  if (APP_CALLS.has(type)) return [remember(callPart(item, args, copy), item)];
  return hostedParts(item, nameOfCall(item), args, copy);
}

/** What frames an item that is data, and what only the service can read of it. */
const FRAME: readonly string[] = ['id', 'type', 'status', 'role', 'tools', 'encrypted_content'];

/** What an item of no known kind says: hooks see it as data. */
function dataIn(item: Body): Body | undefined {
  const said = Object.entries(item).filter(([name]) => !FRAME.includes(name));
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

/** The field in which a call that the provider ran says what it came to. */
export function resultField(item: Body): string | undefined {
  return RESULTS.find((field) => (item[field] ?? undefined) !== undefined);
}

/** What a call of the provider's own kind is given, which its other fields say; or all but that. */
export function argumentsIn(item: Body, isGiven = true): Body {
  const fields = Object.entries(item);
  return Object.fromEntries(fields.filter(([name]) => NO_ARGUMENT.includes(name) !== isGiven));
}

/** A call that the provider ran, and what it came to as far as it tells. */
function hostedParts(item: Body, name: string, args: Body, copy: Copy): readonly Part[] {
  const call = callPart({ ...item, name }, args, copy) as Extract<Part, { type: 'tool-call' }>;
  const error = item['error'] ?? undefined;
  const field = resultField(item) ?? '';
  // How a call ended is no result where it says why.
  const result = error === undefined || field !== 'status' ? copy(item[field]) : undefined;
  const outcome =
    error === undefined
      ? { result }
      : { ...(result === undefined ? undefined : { result }), error: asText(error) };
  return [
    remember(call, item),
    remember({ type: 'tool-result', id: call.id, name, ...outcome }, item),
  ];
}

/** True for a part about a call that the provider ran itself. */
export function ranAtProvider(part: Part): boolean {
  const item = itemOrigins.of(part)?.item ?? {};
  const { type } = item;
  return type !== undefined && !isCallOfApp(item);
}

/** True for a shell in a container of the provider, for a search among its tools, and for a call of either. */
export function runsAtService({ type, environment, execution }: Body): boolean {
  if (String(type).startsWith('tool_search')) return execution !== 'client';
  return isDict(environment) && environment['type'] !== 'local';
}
