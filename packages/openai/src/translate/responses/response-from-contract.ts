import type { ModelResponse, Part, ToolCallPart } from '@interpose/core';
import { YES_OR_NO } from '../../approval/hosted-approval.ts';
import { changedUsage } from '../answers.ts';
import { textIn, thoughtsIn, unknownPart } from '../content-from-contract.ts';
import { dictsOf, keptOf, type Body } from '../native.ts';
import { itemOrigins } from '../origins.ts';
import { callItem, wholeItem, writers } from './message-from-contract.ts';
import { argumentsOf, readItem } from './message-to-contract.ts';
import { freshId, syntheticResponse } from './refusal.ts';
import { finishOfResponse } from './response-to-contract.ts';

/** The other fields that a changed response keeps; an unknown field could still contain what hooks changed. */
const KEPT: readonly string[] = [
  'background',
  'billing',
  'completed_at',
  'conversation',
  'max_output_tokens',
  'max_tool_calls',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'service_tier',
  'store',
  'top_logprobs',
  'user',
];

/** Returns the fields of a response that a changed one keeps. */
export function keptOfResponse(native: Body): Body {
  return keptOf(native, [...Object.keys(syntheticResponse({})), ...KEPT]);
}

/** Returns the answer for a response that hooks changed or supplied; `native` is the answer that it replaces. */
export function responseFromContract(
  changed: ModelResponse,
  native: Body | undefined,
  body: Body,
): Body {
  const output = writeOutput(changed.content, dictsOf(native?.['output']));
  return {
    ...(native === undefined ? syntheticResponse(body) : keptOfResponse(native)),
    ...(changed.finishReason === undefined ||
    (native !== undefined && finishOfResponse(native) === changed.finishReason)
      ? undefined
      : statusOf(changed.finishReason)),
    output,
    // Hooks see the error of a failed response in the metadata.
    ...(native?.['error'] ? { error: changed.metadata?.['error'] ?? null } : undefined),
    ...(native === undefined ? usageOf(changed) : undefined),
  };
}

function statusOf(reason: string): Body {
  if (reason === 'length')
    return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  if (reason === 'content-filter')
    return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
  return { status: 'completed', incomplete_details: null };
}

function usageOf(changed: ModelResponse): Body {
  const { input, output, total } = changedUsage(changed, undefined) ?? {};
  if (input === undefined) return {};
  return {
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: total,
    },
  };
}

/** The parts that are written as one item; `item` is the item that they came from, if any. */
interface Group {
  readonly item: Body | undefined;
  readonly parts: Part[];
}

/**
 * Returns the output items for these parts. An item whose parts hooks left alone is the native object itself; a changed
 * part stays in its item if the number of parts is the same.
 */
function writeOutput(parts: readonly Part[], original: readonly Body[]): readonly Body[] {
  const before = original.flatMap((item) =>
    readItem(item, (value) => value).map((part) => ({ item, part })),
  );
  const kept = new Set(parts.map((part) => itemOrigins.of(part)?.item));
  // An item of which nothing is left as it was comes first, since several calls may have one id.
  const likes = before.toSorted((a, b) => Number(kept.has(a.item)) - Number(kept.has(b.item)));
  const groups: Group[] = [];
  for (const [index, part] of parts.entries()) {
    const own = itemOrigins.of(part)?.item;
    const old = before.length === parts.length ? before[index] : undefined;
    const item = own ?? likeOf(part, old, likes);
    const last = groups.at(-1);
    if (last !== undefined && last.item === item && joins(last, part)) last.parts.push(part);
    else groups.push({ item, parts: [part] });
  }
  return groups.map(writeGroup);
}

/** A part of the original answer, and its item. */
interface Told {
  readonly item: Body;
  readonly part: Part;
}

/** Whether a part joins a group: texts in a row form one message, and the parts of one original item stay together. */
function joins({ item, parts }: Group, part: Part): boolean {
  return (
    (item !== undefined && part.type !== 'tool-call') ||
    (part.type === 'text' && parts.at(-1)?.type === 'text')
  );
}

/** Returns the item that a changed part came from: the one in its place, or for a call another one of its id. */
function likeOf(part: Part, old: Told | undefined, likes: readonly Told[]): Body | undefined {
  if (part.type !== 'tool-call') return old?.part.type === part.type ? old.item : undefined;
  const isLike = (told: Told | undefined): boolean =>
    told?.part.type === 'tool-call' && told.part.id === part.id;
  return isLike(old) ? old?.item : likes.find(isLike)?.item;
}

function writeGroup({ item, parts }: Group): Body {
  const own = wholeItem(parts, item);
  if (own !== undefined) return own;
  const first = parts[0]!;
  if (item?.['type'] === 'message') return writeMessage(parts, item);
  switch (first.type) {
    case 'text':
    case 'data':
      return writeMessage(parts, item);
    case 'reasoning':
      return writeReasoning(parts, item);
    case 'tool-call':
      return writeCall(first, item ?? { id: freshId('fc'), status: 'completed' });
    case 'tool-result':
      if (item === undefined) throw unknownPart(first);
      return { id: item['id'], ...writers.result(first, item) };
    default:
      throw unknownPart(first);
  }
}

/** Returns a call as hooks left it, or why it is gone: the service runs a call that waits for approval as it made it. */
function writeCall(part: ToolCallPart, like: Body): Body {
  if (like['type'] !== 'mcp_approval_request') return callItem(part, like);
  const isSame =
    part.name === like['name'] && JSON.stringify(part.args) === JSON.stringify(argumentsOf(like));
  return isSame ? like : writeMessage([{ type: 'text', text: YES_OR_NO }], undefined);
}

function writeMessage(parts: readonly Part[], like: Body | undefined): Body {
  const pieces = dictsOf(like?.['content']);
  const content = parts.map((part, index) => {
    const own = itemOrigins.of(part)?.piece;
    if (own !== undefined) return own;
    return pieces[index]?.['type'] === 'refusal'
      ? { type: 'refusal', refusal: textIn([part]) }
      : { type: 'output_text', text: textIn([part]), annotations: [], logprobs: [] };
  });
  const { id = freshId('msg'), status = 'completed', phase } = like ?? {};
  return { id, type: 'message', role: 'assistant', status, phase, content };
}

/** Returns changed reasoning, without what the provider encrypted. */
function writeReasoning(parts: readonly Part[], like: Body | undefined): Body {
  const { id = freshId('rs') } = like ?? {};
  return { id, type: 'reasoning', summary: [{ type: 'summary_text', text: thoughtsIn(parts) }] };
}
