import type { Message, ModelRequest, ModelResponse, Part, ToolSpec } from '@interpose/core';
import { addressOf, sameRole, textIn, unknownPart } from '../chat/message-from-contract.ts';
import { changedSettings, usageOf } from '../chat/request-from-contract.ts';
import { dictsOf, isDict, textOf, type Body } from '../native.ts';
import { messageOrigins, partOrigins, toolOrigins } from '../origins.ts';
import { assistantItems } from './message-from-contract.ts';
import { writeOutput } from './output-from-contract.ts';
import { syntheticResponse } from './refusal.ts';
import { finishOfResponse, inputItems, nameOfTool } from './request-to-contract.ts';

/** The body for a request that hooks changed; whatever they left alone is the native object itself. */
export function changedResponsesRequest(
  changed: ModelRequest,
  original: ModelRequest,
  body: Body,
): Body {
  const items = inputItems(body['input']);
  const next: Body = {
    ...body,
    ...changedSettings(changed, original, body),
    ...(changed.model === original.model ? undefined : { model: changed.model }),
    ...(changed.instructions === original.instructions
      ? undefined
      : { instructions: changed.instructions ?? null }),
    ...(changed.messages === original.messages
      ? undefined
      : { input: changed.messages.flatMap((message, index) => writeItems(message, items[index])) }),
  };
  return changed.tools === original.tools
    ? next
    : offeringTools(
        next,
        (changed.tools ?? []).map((spec) => writeTool(spec, body)),
      );
}

function writeItems(message: Message, replaced: Body | undefined): readonly Body[] {
  const native = messageOrigins.of(message);
  if (native !== undefined) return [native];
  const like = replaced !== undefined && sameRole(message, replaced) ? replaced : undefined;
  switch (message.role) {
    case 'system':
      return [
        {
          role: 'system',
          ...like,
          content: Array.isArray(like?.['content'])
            ? userContent(message.content)
            : textIn(message.content),
        },
      ];
    case 'user':
      return [{ role: 'user', ...like, content: userContent(message.content) }];
    case 'assistant':
      return assistantItems(message.content, like);
    case 'tool':
      return message.content.map((part) => messageOrigins.of(part) ?? outputItem(part, replaced));
  }
}

function userContent(parts: readonly Part[]): unknown {
  const [only] = parts;
  if (parts.length === 1 && only?.type === 'text' && partOrigins.of(only) === undefined)
    return only.text;
  return parts.map((part) => partOrigins.of(part) ?? inputPiece(part));
}

function inputPiece(part: Part): Body {
  if (part.type === 'text' || part.type === 'data')
    return { type: 'input_text', text: textIn([part]) };
  if (part.type !== 'file') throw unknownPart(part.type === 'other' ? part.kind : part.type);
  if (part.mediaType.startsWith('image/'))
    return { type: 'input_image', image_url: addressOf(part), detail: 'auto' };
  if (part.data === undefined) return { type: 'input_file', file_url: part.url };
  return { type: 'input_file', filename: part.name ?? 'file', file_data: addressOf(part) };
}

function outputItem(part: Part, replaced: Body | undefined): Body {
  if (part.type !== 'tool-result') throw unknownPart(part.type === 'other' ? part.kind : part.type);
  const { id, error, result } = part;
  const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? 'undefined');
  const type = textOf(replaced?.['type']);
  const kind = type?.endsWith('_output') === true ? type : 'function_call_output';
  return { type: kind, call_id: id, output: error ?? text };
}

function writeTool(spec: ToolSpec, body: Body): Body {
  const native = toolOrigins.of(spec);
  if (native !== undefined) return native;
  const like = dictsOf(body['tools']).find((tool) => nameOfTool(tool) === spec.name);
  if (like !== undefined && like['type'] !== 'function') return like;
  const { name, description, inputSchema } = spec;
  return {
    strict: false,
    ...like,
    type: 'function',
    name,
    ...(description === undefined ? undefined : { description }),
    parameters: inputSchema ?? like?.['parameters'] ?? { type: 'object' },
  };
}

/** The same request with these tools on offer. */
export function offeringTools(body: Body, tools: readonly Body[]): Body {
  const { tools: _tools, tool_choice: choice, parallel_tool_calls: parallel, ...rest } = body;
  if (tools.length === 0) return rest;
  const named = isDict(choice) ? nameOfTool(choice) : undefined;
  const isOffered =
    named === undefined ||
    named === 'allowed_tools' ||
    tools.some((tool) => nameOfTool(tool) === named);
  return {
    ...rest,
    tools,
    ...(choice === undefined || !isOffered ? undefined : { tool_choice: choice }),
    ...(parallel === undefined ? undefined : { parallel_tool_calls: parallel }),
  };
}

/** The answer for a response that hooks changed or supplied; `native` is what it replaces. */
export function changedResponses(
  changed: ModelResponse,
  native: Body | undefined,
  body: Body,
): Body {
  const output = writeOutput(changed.content, dictsOf(native?.['output']));
  const { usage } = usageOf(changed, undefined);
  return {
    ...(native ?? syntheticResponse(body)),
    ...(changed.finishReason === undefined ||
    (native !== undefined && finishOfResponse(native) === changed.finishReason)
      ? undefined
      : statusOf(changed.finishReason)),
    output,
    ...(native === undefined && usage !== undefined
      ? { usage: usageOfResponses(changed) }
      : undefined),
  };
}

function statusOf(reason: string): Body {
  if (reason === 'length')
    return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  if (reason === 'content-filter')
    return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
  return { status: 'completed', incomplete_details: null };
}

function usageOfResponses({ usage }: ModelResponse): Body {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
