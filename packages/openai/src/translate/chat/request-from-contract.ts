import type { Dict, ModelRequest, ModelResponse, Part, ToolSpec } from '@interpose/core';
import { messageFromContract, writeAnswer } from './message-from-contract.ts';
import { dictsOf, isDict, textOf, type Body } from '../native.ts';
import { toolOrigins } from '../origins.ts';
import { answerContent, leadingSystemMessages } from './message-to-contract.ts';
import { declaredTool, finishWord, toolName, usageToContract } from './request-to-contract.ts';

/** The body for a request that hooks changed; whatever they left alone is the native object itself. */
export function requestFromContract(
  changed: ModelRequest,
  original: ModelRequest,
  body: Body,
): Body {
  const next: Body = {
    ...body,
    ...changedSettings(changed, original, body),
    ...(changed.model === original.model ? undefined : { model: changed.model }),
    messages: messagesOf(changed, original, dictsOf(body['messages'])),
  };
  return changed.tools === original.tools
    ? next
    : offering(
        next,
        (changed.tools ?? []).map((spec) => writeTool(spec, body)),
      );
}

/** The settings a hook changed; one that it took out is not sent. */
export function changedSettings(changed: ModelRequest, original: ModelRequest, body: Body): Dict {
  const { settings: after = {} } = changed;
  const { settings: before = {} } = original;
  if (after === before) return {};
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].map((name) => [name, after[name] === before[name] ? body[name] : after[name]]),
  );
}

function messagesOf(
  changed: ModelRequest,
  original: ModelRequest,
  messages: readonly Body[],
): readonly Body[] {
  const system = leadingSystemMessages(messages);
  const head =
    changed.instructions === original.instructions
      ? messages.slice(0, system)
      : instructionMessages(changed.instructions, messages[0]);
  if (changed.messages === original.messages) return [...head, ...messages.slice(system)];
  const body = changed.messages.flatMap((message, index) =>
    messageFromContract(message, messages[system + index]),
  );
  return [...head, ...body];
}

function instructionMessages(
  text: string | undefined,
  replaced: Body | undefined,
): readonly Body[] {
  if (text === undefined || text === '') return [];
  const role = replaced?.['role'] === 'developer' ? 'developer' : 'system';
  return [{ role, content: text }];
}

function writeTool(spec: ToolSpec, body: Body): Body {
  const native = toolOrigins.of(spec);
  if (native !== undefined) return native;
  const like = dictsOf(body['tools']).find((tool) => toolName(tool) === spec.name);
  const { description, inputSchema } = spec;
  return {
    ...like,
    type: 'function',
    function: {
      ...(like === undefined ? undefined : declaredTool(like)),
      name: spec.name,
      ...(description === undefined ? undefined : { description }),
      ...(inputSchema === undefined ? undefined : { parameters: inputSchema }),
    },
  };
}

/** The same request with these tools on offer; without any, nothing that speaks of tools is sent. */
export function offering(body: Body, tools: readonly Body[]): Body {
  const { tools: _tools, tool_choice: choice, parallel_tool_calls: parallel, ...rest } = body;
  if (tools.length === 0) return rest;
  return {
    ...rest,
    tools,
    ...(choice === undefined || !isOffered(choice, tools) ? undefined : { tool_choice: choice }),
    ...(parallel === undefined ? undefined : { parallel_tool_calls: parallel }),
  };
}

function isOffered(choice: unknown, tools: readonly Body[]): boolean {
  if (!isDict(choice)) return true;
  const named = textOf(declaredTool(choice)['name']) ?? textOf(choice['name']);
  return (
    named === undefined || tools.some((tool) => [toolName(tool), tool['name']].includes(named))
  );
}

/** The answer for a response that hooks changed or supplied; `native` is what it replaces. */
export function responseFromContract(
  changed: ModelResponse,
  native: Body | undefined,
  body: Body,
): Body {
  const choices = dictsOf(native?.['choices']);
  const written =
    choices.length > 0
      ? eachChoice(changed, choices)
      : [writeChoice(changed, changed.content, undefined)];
  return {
    ...(native ?? syntheticFrame('chat.completion', body)),
    choices: written,
    ...usageOf(changed, native),
  };
}

/** What every answer of one call carries that no model gave. */
export function syntheticFrame(object: string, body: Body): Body {
  return {
    id: `chatcmpl-interpose-${crypto.randomUUID()}`,
    object,
    created: Math.floor(Date.now() / 1000),
    model: textOf(body['model']) ?? '',
  };
}

/** Parts stay with their choice as long as hooks changed none of their number; else all go to the first. */
function eachChoice(changed: ModelResponse, choices: readonly Body[]): readonly Body[] {
  const lengths = choices.map(({ message }) =>
    isDict(message) ? answerContent(message, (value) => value).length : 0,
  );
  if (lengths.reduce((sum, length) => sum + length, 0) !== changed.content.length)
    return [writeChoice(changed, changed.content, choices[0])];
  const stops = changed.finishReason === finishWord(choices[0]);
  let from = 0;
  return choices.map((choice, index) => {
    const parts = changed.content.slice(from, from + lengths[index]!);
    from += lengths[index]!;
    if (stops && holds(choice, parts)) return choice;
    const ended = stops ? { ...changed, finishReason: finishWord(choice) } : changed;
    return writeChoice(ended, parts, choice);
  });
}

/** True for a choice that says exactly this. */
function holds({ message }: Body, parts: readonly Part[]): boolean {
  const own = isDict(message) ? answerContent(message, (value) => value) : [];
  return JSON.stringify(own) === JSON.stringify(parts);
}

function writeChoice(changed: ModelResponse, parts: readonly Part[], like: Body | undefined): Body {
  const message = isDict(like?.['message']) ? like['message'] : undefined;
  return {
    index: 0,
    ...like,
    message: writeAnswer(parts, message ?? { refusal: null }),
    // They would spell the answer that was changed.
    logprobs: null,
    finish_reason: finishReasonOf(changed, parts, like),
  };
}

const FINISH_REASONS: Readonly<Record<string, string>> = {
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
};

/** Why the model stopped, as the wire says it. */
export function finishReasonOf(
  changed: ModelResponse,
  parts: readonly Part[],
  like: Body | undefined,
): unknown {
  const calls = parts.some(({ type }) => type === 'tool-call');
  const word = changed.finishReason ?? (calls ? 'tool-calls' : 'stop');
  if (word === 'tool-calls' && !calls) return 'stop';
  if (like !== undefined && finishWord(like) === word) return like['finish_reason'] ?? 'stop';
  return FINISH_REASONS[word] ?? word;
}

/** Tokens spent, where somebody told. */
export function usageOf(changed: ModelResponse, native: Body | undefined): Body {
  const before = usageToContract(native?.['usage']);
  const { inputTokens = 0, outputTokens = 0 } = changed.usage ?? {};
  const same =
    before?.inputTokens === changed.usage?.inputTokens &&
    before?.outputTokens === changed.usage?.outputTokens;
  if (changed.usage === undefined || same)
    return native?.['usage'] === undefined ? {} : { usage: native['usage'] };
  return {
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}
