import type { Message, ModelRequest, Part, Usage } from '@interpose/core';

import { isFrozenThrough } from '../shared/values/frozen-through.ts';
import type { LimitSpendOptions } from './limit-spend-options.ts';

/** The options for estimating a request before its cost is known. */
export type EstimateOptions = Pick<
  LimitSpendOptions,
  'bytesPerToken' | 'outputTokens' | 'fileTokens' | 'estimate'
>;

/**
 * Estimates the tokens of a request before it is sent: input by its bytes, output by its own maximum.
 *
 * @throws Error when an estimate of the app's own gives something that is no number of tokens.
 */
export function estimateUsage(request: ModelRequest, options: EstimateOptions): Required<Usage> {
  const own = options.estimate?.(request) ?? {};
  return {
    inputTokens: checked(own.inputTokens) ?? inputTokens(request, options),
    outputTokens: checked(own.outputTokens) ?? outputTokens(request, options),
  };
}

/** Tokens for the role of a message and for the separators between messages. */
const PER_MESSAGE = 8;

function inputTokens(
  { instructions = '', messages, tools, settings }: ModelRequest,
  { bytesPerToken = 3, fileTokens = 2000 }: EstimateOptions,
): number {
  const bytes = bytesOf(instructions) + bytesOfJson(tools) + bytesOfJson(settings);
  let [written, files] = [bytes, 0];
  for (const message of messages) {
    const size = sizeOf(message);
    written += size.bytes;
    files += size.files;
  }
  return Math.ceil(written / bytesPerToken) + messages.length * PER_MESSAGE + files * fileTokens;
}

interface Size {
  readonly bytes: number;
  readonly files: number;
}

/** The sizes of messages that can no longer change, so that a history is measured only once. */
const sizes = new WeakMap<Message, Size>();

function sizeOf(message: Message): Size {
  const known = sizes.get(message);
  if (known !== undefined) return known;
  let [bytes, files] = [0, 0];
  for (const part of message.content)
    if (isOpaque(part)) files += 1;
    else bytes += bytesOfPart(part);
  const size = { bytes, files };
  if (isFrozenThrough(message)) sizes.set(message, size);
  return size;
}

/** The names that hosts use for the most tokens of an answer. */
const MAXIMUM = [
  'maxOutputTokens',
  'maxTokens',
  'max_completion_tokens',
  'max_output_tokens',
  'max_tokens',
];

function outputTokens({ settings = {} }: ModelRequest, options: EstimateOptions): number {
  const named = MAXIMUM.map((name) => settings[name]).find((value) => isCount(value));
  const answers = settings['n'];
  return (named ?? options.outputTokens ?? 4096) * (isCount(answers) && answers > 1 ? answers : 1);
}

function bytesOfPart(part: Part): number {
  if (part.type === 'text' || part.type === 'reasoning') return bytesOf(part.text);
  return bytesOfJson(part);
}

function isOpaque(part: Part): boolean {
  return part.type === 'file' || part.type === 'other';
}

const encoder = new TextEncoder();

/** Up to this length, counting by hand is faster than encoding. */
const SHORT = 512;

function bytesOf(text: string): number {
  if (text.length > SHORT) return encoder.encode(text).length;
  for (let index = 0; index < text.length; index += 1)
    if (text.charCodeAt(index) > 0x7f) return encoder.encode(text).length;
  return text.length;
}

/** Returns the bytes of a value as JSON; 0 if it cannot be JSON, since it cannot be sent either. */
function bytesOfJson(value: unknown): number {
  if (value === undefined) return 0;
  try {
    return bytesOf(JSON.stringify(value));
  } catch {
    return 0;
  }
}

function checked(tokens: unknown): number | undefined {
  if (tokens === undefined || isCount(tokens)) return tokens;
  throw new Error('the estimate of limitSpend is no number of tokens');
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
