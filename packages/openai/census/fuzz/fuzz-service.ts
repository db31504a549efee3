import type { FuzzAnswer, FuzzApp } from '@interpose/testing/fuzz';

type Dict = Readonly<Record<string, unknown>>;

/** The service in memory: a fetch that answers what the program says, in both of its languages. */
export function fuzzService({ answer }: FuzzApp): typeof fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Dict;
    const given = await answer(body, init?.signal ?? undefined);
    const { problem } = given;
    const isPlain = body['stream'] !== true;
    if (given.end === 'failure' || (isPlain && given.end === 'cut')) {
      return Response.json({ error: { message: problem } }, { status: 400 });
    }
    const wire = pathname.endsWith('/responses') ? responses : chats;
    return isPlain ? Response.json(wire.whole(given)) : streamed(wire.events(given), given);
  };
}

const chatHead = { id: 'chatcmpl-fuzz', created: 1, model: 'random' };

const chats = {
  whole(given: FuzzAnswer): Dict {
    const message = {
      role: 'assistant',
      content: given.text.length === 0 ? null : given.text.join(''),
      ...(given.thought.length === 0 ? {} : { reasoning_content: given.thought.join('') }),
      ...(given.calls.length === 0 ? {} : { tool_calls: given.calls.map(chatCall) }),
    };
    const choice = { index: 0, message, finish_reason: reasonOf(given), logprobs: null };
    const usage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 };
    return { ...chatHead, object: 'chat.completion', choices: [choice], usage };
  },
  events(given: FuzzAnswer): Dict[] {
    const deltas: Dict[] = [
      { role: 'assistant', content: '' },
      ...given.thought.map((reasoning_content) => ({ reasoning_content })),
      ...given.text.map((content) => ({ content })),
      ...given.calls.map((call, index) => ({ tool_calls: [{ index, ...chatCall(call) }] })),
    ];
    const last = { index: 0, delta: {}, finish_reason: reasonOf(given) };
    const choices = deltas.map((delta): Dict => ({ index: 0, delta, finish_reason: null }));
    return [...choices, ...(given.end === 'cut' ? [] : [last])].map((choice) => ({
      ...chatHead,
      object: 'chat.completion.chunk',
      choices: [choice],
    }));
  },
};

function reasonOf({ calls }: FuzzAnswer): string {
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

function chatCall({ id, name, input }: FuzzAnswer['calls'][number]): Dict {
  return { id, type: 'function', function: { name, arguments: input } };
}

const responses = {
  whole: (given: FuzzAnswer): Dict => responseOf('completed', itemsOf(given)),
  events(given: FuzzAnswer): Dict[] {
    const items = itemsOf(given);
    const spoken = items.flatMap((item, place) => eventsOf(item, place, given));
    const all = [
      { type: 'response.created', response: responseOf('in_progress', []) },
      ...spoken,
      { type: 'response.completed', response: responseOf('completed', items) },
    ];
    const sent = given.end === 'cut' ? all.slice(0, -2) : all;
    return sent.map((event, index) => ({ ...event, sequence_number: index }));
  },
};

function responseOf(status: string, output: readonly Dict[]): Dict {
  return {
    id: 'resp-fuzz',
    object: 'response',
    created_at: 1,
    model: 'random',
    status,
    output,
    usage: { input_tokens: 3, output_tokens: 5, total_tokens: 8 },
  };
}

function itemsOf({ thought, text, calls }: FuzzAnswer): Dict[] {
  const summary = [{ type: 'summary_text', text: thought.join('') }];
  const content = [{ type: 'output_text', text: text.join(''), annotations: [] }];
  const said = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  return [
    ...(thought.length === 0 ? [] : [{ type: 'reasoning', id: 'rs_1', summary }]),
    ...(text.length === 0 ? [] : [said]),
    ...calls.map(({ id, name, input }, index) => ({
      type: 'function_call',
      id: `fc_${index}`,
      call_id: id,
      name,
      arguments: input,
      status: 'completed',
    })),
  ];
}

function eventsOf(item: Dict, output_index: number, { text }: FuzzAnswer): Dict[] {
  const added = { type: 'response.output_item.added', output_index };
  const done = { type: 'response.output_item.done', output_index, item };
  if (item['type'] === 'reasoning') return [{ ...added, item: { ...item, summary: [] } }, done];
  if (item['type'] !== 'message') return [{ ...added, item }, done];
  const at = { item_id: 'msg_1', output_index, content_index: 0 };
  const [part] = item['content'] as readonly Dict[];
  return [
    { ...added, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
    ...text.map((delta) => ({ type: 'response.output_text.delta', ...at, delta })),
    { type: 'response.output_text.done', ...at, text: text.join('') },
    { type: 'response.content_part.done', ...at, part },
    done,
  ];
}

function streamed(events: readonly Dict[], { end, problem }: FuzzAnswer): Response {
  const lines = events.map((event) => {
    const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : '';
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  if (end !== 'cut') lines.push('data: [DONE]\n\n');
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull(out) {
      const line = lines.shift();
      if (line !== undefined) out.enqueue(encoder.encode(line));
      else if (end === 'cut') out.error(new Error(problem));
      else out.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
