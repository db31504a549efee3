import type { BaseMessage } from '@langchain/core/messages';

import type { Consumer, Received } from '@interpose/testing/conformance';
import { callsIn, pendingOf, reasoningIn, textIn, type State } from './read-state.ts';

/** What a stream came to. */
export interface ReadStream {
  readonly state: State;
  readonly received: Received;
  readonly stopped: boolean;
  readonly failure?: { readonly error: unknown };
}

type Part = readonly [mode: string, data: unknown];

/** Reads a stream of messages and values to its end, or to where its consumer stops. */
export async function readStream(
  parts: AsyncIterable<unknown>,
  consumer: Consumer | undefined,
): Promise<ReadStream> {
  const received = { text: '', reasoning: '', calls: [] as Received['calls'] };
  let state: State = {};
  let stopped = false;
  try {
    for await (const [mode, data] of parts as AsyncIterable<Part>) {
      if (mode === 'values') state = withValues(state, data as State);
      const said = mode === 'messages' ? spoken(data) : undefined;
      if (said === undefined) continue;
      received.text += textIn(said);
      received.reasoning += reasoningIn(said);
      const text = textIn(said);
      if (text !== '' && consumer?.onText?.(text) === 'break') {
        stopped = true;
        break;
      }
    }
  } catch (error) {
    return { state, received, stopped, failure: { error } };
  }
  const messages = state.messages ?? [];
  return { state, received: { ...received, calls: messages.flatMap(callsIn) }, stopped };
}

/** An interrupt comes after the values it belongs to. */
function withValues(state: State, values: State): State {
  return pendingOf(values).length === 0
    ? values
    : { ...state, ...values, messages: values.messages ?? state.messages ?? [] };
}

/** What the agent itself says; an agent inside a tool has a longer namespace. */
function spoken(data: unknown): BaseMessage | undefined {
  const [message, metadata] = data as readonly [BaseMessage, Readonly<Record<string, unknown>>];
  const namespace = metadata['langgraph_checkpoint_ns'];
  const isNested = typeof namespace === 'string' && namespace.includes('|');
  return message.getType() === 'ai' && !isNested ? message : undefined;
}
