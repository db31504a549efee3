import type { Message, ModelResponse, Part, ToolCall } from '@interpose/core';
import type { ToolOutcome } from '@interpose/core/adapter';
import type { RecordedTurn } from '@interpose/testing/recorded-runs';

import { toCall } from './play-call.ts';

/** Returns a user message. */
export function userMessage(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

/** Returns a recorded answer of the model. */
export function toAnswer({ text, calls }: RecordedTurn): ModelResponse {
  const said: readonly Part[] = text === '' ? [] : [{ type: 'text', text }];
  return {
    content: [...said, ...calls.map((call): Part => ({ type: 'tool-call', ...toCall(call) }))],
    finishReason: calls.length > 0 ? 'tool-calls' : 'stop',
  };
}

/** Returns the message that shows a call's result to the model. */
export function toolMessage({ id, name }: ToolCall, outcome: ToolOutcome<string>): Message {
  return { role: 'tool', content: [{ type: 'tool-result', id, name, ...seen(outcome) }] };
}

type Seen = { readonly result: unknown } | { readonly error: string };

function seen(outcome: ToolOutcome<string>): Seen {
  switch (outcome.kind) {
    case 'result':
      return { result: outcome.result };
    case 'error':
      return { error: outcome.error.message };
    case 'denied':
      return { error: outcome.text };
    default:
      return { error: outcome.reason };
  }
}
