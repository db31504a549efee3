import type { ToolCall } from '@interpose/core';
import type { Outcome, Received } from '@interpose/testing/conformance';

/** One message as the SDK holds it. */
export interface SdkMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly refusal?: string | null;
  readonly reasoning_content?: string;
  readonly parsed?: unknown;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

/** What one call came to. */
export interface ReadRun {
  readonly outcome: Outcome;
  readonly received: Received;
  /** What the run added to the conversation. */
  readonly messages: readonly SdkMessage[];
  readonly faults: readonly string[];
}

/** Reads what a run added to the conversation. */
export function readMessages(
  messages: readonly SdkMessage[],
  structured: boolean,
): Pick<ReadRun, 'outcome' | 'received'> {
  const said = messages.filter(({ role }) => role === 'assistant');
  return {
    outcome: outcomeOf(messages.at(-1), structured),
    received: {
      text: said.map(({ content }) => (typeof content === 'string' ? content : '')).join(''),
      reasoning: said.map(({ reasoning_content: thought = '' }) => thought).join(''),
      calls: said.flatMap(({ tool_calls: calls = [] }) => calls.map(callOf)),
    },
  };
}

function outcomeOf(last: SdkMessage | undefined, structured: boolean): Outcome {
  const text = typeof last?.content === 'string' ? last.content : '';
  if (last?.refusal) return { kind: 'refusal', text: last.refusal };
  return {
    kind: 'answer',
    text,
    ...(structured ? { object: last?.parsed ?? parse(text) } : undefined),
  };
}

function callOf({
  id,
  function: { name, arguments: text },
}: NonNullable<SdkMessage['tool_calls']>[number]): ToolCall {
  try {
    return { id, name, args: JSON.parse(text) as ToolCall['args'] };
  } catch {
    return { id, name, args: { input: text } };
  }
}

/** What an error, or an abort, came to. */
export function readError(error: unknown, aborted: boolean): ReadRun {
  return {
    outcome: aborted ? { kind: 'aborted' } : { kind: 'error', error },
    received: { text: '', reasoning: '', calls: [] },
    messages: [],
    faults: [],
  };
}

/** Version 5 parses a stream only for a format of its own making. */
function parse(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}
