import type { AIMessage, BaseMessage } from '@langchain/core/messages';

import type { ToolCall } from '@interpose/core';
import type { Outcome, PendingCall } from '@interpose/testing/conformance';

/** A call that waits, and the interrupt that holds it. */
export interface PendingInterrupt extends PendingCall {
  readonly interruptId: string;
}

interface Ask {
  readonly actionRequests: readonly { readonly name: string; readonly args: ToolCall['args'] }[];
  readonly toolCallId: string;
  readonly token: string;
}

/** The state of a finished run. */
export interface State {
  readonly messages?: readonly BaseMessage[];
  readonly structuredResponse?: unknown;
  readonly __interrupt__?: readonly { readonly id: string; readonly value: Ask }[];
}

/** The calls that wait for a person. */
export function pendingOf({ __interrupt__: interrupts = [] }: State): PendingInterrupt[] {
  return interrupts.flatMap(({ id, value }) =>
    value.actionRequests.map(({ name, args }) => ({
      callId: value.toolCallId,
      name,
      args,
      token: value.token,
      interruptId: id,
    })),
  );
}

/** What a finished run means to its caller. */
export function outcomeOf(state: State, structured: boolean): Outcome {
  const pending = pendingOf(state);
  if (pending.length > 0) return { kind: 'suspended', pending };
  const last = state.messages?.at(-1);
  const text = last === undefined ? '' : textIn(last);
  const metadata = last?.response_metadata ?? {};
  if (metadata['finish_reason'] === 'content_filter') return { kind: 'refusal', text };
  return {
    kind: 'answer',
    text,
    ...(structured ? { object: state.structuredResponse } : {}),
  };
}

/** The text of a message. */
export function textIn({ content }: BaseMessage): string {
  if (typeof content === 'string') return content;
  return content.map((block) => ('text' in block ? String(block['text']) : '')).join('');
}

/** The reasoning that came beside a message. */
export function reasoningIn({ additional_kwargs: beside }: BaseMessage): string {
  const text = beside['reasoning_content'];
  return typeof text === 'string' ? text : '';
}

/** The calls in a message. */
export function callsIn(message: BaseMessage): ToolCall[] {
  const calls = (message as AIMessage).tool_calls ?? [];
  return calls.map(({ id = '', name, args }) => ({ id, name, args }));
}
