import type { ModelMessage } from 'ai';

import type { Dict, ToolCall } from '@interpose/core';
import type { Outcome, PendingCall, Received } from '@interpose/testing/conformance';

interface Part extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

interface PendingApproval extends PendingCall {
  readonly approvalId: string;
}

/** What one call of the SDK came to, in no framework's terms. */
export interface ReadResult {
  readonly outcome: Outcome;
  readonly received: Received;
  /** What the SDK says the history became. */
  readonly messages: readonly ModelMessage[];
  readonly pending: readonly PendingApproval[];
}

interface GenerateResult {
  readonly text: string;
  readonly finishReason: string;
  readonly steps: readonly {
    readonly content: readonly Part[];
    readonly text: string;
    readonly reasoningText?: string;
  }[];
  readonly response: { readonly messages: readonly ModelMessage[] };
  readonly responseMessages?: readonly ModelMessage[];
  readonly output?: unknown;
}

/** Reads the result of a call that does not stream. */
export function readResult(result: GenerateResult, structured: boolean): ReadResult {
  const parts = result.steps.flatMap(({ content }) => content);
  const pending = pendingOf(result.steps.at(-1)?.content ?? []);
  return {
    outcome: outcomeOf(
      result.text,
      result.finishReason,
      pending,
      structured ? result.output : undefined,
    ),
    received: {
      text: result.steps.map(({ text }) => text).join(''),
      reasoning: result.steps.map(({ reasoningText = '' }) => reasoningText).join(''),
      calls: parts.filter(({ type }) => type === 'tool-call').map(callOf),
    },
    messages: result.responseMessages ?? result.response.messages,
    pending,
  };
}

/** A call as the SDK shows it. */
export function callOf(part: Readonly<Record<string, unknown>>): ToolCall {
  const { toolCallId, toolName, input } = part as {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly input: Dict;
  };
  return { id: toolCallId, name: toolName, args: input };
}

/** The calls that wait for a person. */
export function pendingOf(parts: readonly Part[]): PendingApproval[] {
  return parts.flatMap((part) => {
    if (part.type !== 'tool-approval-request' || part['isAutomatic'] === true) return [];
    const { id, name, args } = callOf(part['toolCall'] as Part);
    return [{ callId: id, name, args, approvalId: part['approvalId'] as string }];
  });
}

/** What an ordinary ending means. */
export function outcomeOf(
  text: string,
  finishReason: string,
  pending: readonly PendingCall[],
  object?: unknown,
): Outcome {
  if (pending.length > 0) return { kind: 'suspended', pending };
  if (finishReason === 'content-filter' || finishReason === 'interrupted')
    return { kind: 'refusal', text };
  return { kind: 'answer', text, ...(object === undefined ? undefined : { object }) };
}
