import type { SeenRequest } from '@interpose/testing/conformance';

import { callOf, type Item } from './response-items.ts';

interface WireItem extends Omit<Item, 'content'> {
  readonly content?: string | Item['content'];
  readonly output?: unknown;
}

/** What a responses request holds, in no framework's terms. */
export function readResponsesRequest(
  body: unknown,
  headers: Readonly<Record<string, unknown>>,
): SeenRequest {
  const {
    input,
    instructions,
    tools = [],
    stream,
    model,
  } = body as {
    readonly model?: string;
    readonly input: string | readonly WireItem[];
    readonly instructions?: string | null;
    readonly tools?: readonly { readonly name?: string; readonly type: string }[];
    readonly stream?: boolean;
  };
  const items: readonly WireItem[] =
    typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const { traceparent, tracestate } = headers as { traceparent?: string; tracestate?: string };
  return {
    agent: 'main',
    ...(model === undefined ? {} : { model }),
    streamed: stream === true,
    instructions: instructions ? [instructions] : [],
    messages: items.flatMap(seenMessage),
    tools: tools.map(({ name, type }) => name ?? type),
    ...(traceparent === undefined
      ? undefined
      : { trace: { traceparent, ...(tracestate === undefined ? {} : { tracestate }) } }),
  };
}

function seenMessage(item: WireItem): SeenRequest['messages'] {
  const text =
    typeof item.content === 'string'
      ? item.content
      : (item.content ?? []).map((piece) => piece.text ?? piece.refusal ?? '').join('');
  if (item.role === 'user') return [{ role: 'user', text }];
  if (item.role === 'assistant') return [{ role: 'assistant', text, calls: [] }];
  if (item.type === 'function_call')
    return [{ role: 'assistant', text: '', calls: [callOf(item as Item)] }];
  if (item.type !== 'function_call_output') return [];
  return [{ role: 'tool', callId: item.call_id ?? '', text: String(item.output) }];
}
