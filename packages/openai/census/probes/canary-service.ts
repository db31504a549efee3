import { canaries, type ProbeRun } from '@interpose/testing/probes';

type Dict = Readonly<Record<string, unknown>>;

/** The service in memory: a fetch that answers every request with canaries, streamed where it is asked to. */
export function canaryService(run: ProbeRun): typeof fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Dict;
    run.requested(body);
    if (pathname.endsWith('/embeddings')) return Response.json(embedding);
    if (pathname.endsWith('/responses')) {
      return body['stream'] === true ? events(responseEvents()) : Response.json(response());
    }
    const isFirst = body['tools'] !== undefined && !JSON.stringify(body).includes('tool_call_id');
    const message = isFirst ? calling : { role: 'assistant', content: finalContent(body) };
    const reason = isFirst ? 'tool_calls' : 'stop';
    return body['stream'] === true
      ? events(chunksOf(message, reason))
      : Response.json({ ...head, choices: [{ index: 0, message, finish_reason: reason }], usage });
  };
}

const head = { id: 'chatcmpl-probe', object: 'chat.completion', created: 1, model: 'canary' };
const usage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 };
const embedding = {
  object: 'list',
  model: 'canary',
  data: [{ object: 'embedding', index: 0, embedding: [1, 2] }],
  usage: { prompt_tokens: 3, total_tokens: 3 },
};

const calling = {
  role: 'assistant',
  content: canaries.firstText,
  tool_calls: [
    { id: 'c1', type: 'function', function: { name: 'refund', arguments: '{"euros":5}' } },
  ],
};

function finalContent(body: Dict): string {
  const text = canaries.finalText;
  return body['response_format'] === undefined ? text : JSON.stringify({ answer: text });
}

function chunksOf(message: Dict, reason: string): Dict[] {
  const calls = message['tool_calls'] as readonly Dict[] | undefined;
  const delta = {
    ...message,
    ...(calls === undefined
      ? undefined
      : { tool_calls: calls.map((call, index) => ({ index, ...call })) }),
  };
  const chunk = (part: Dict): Dict => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [part],
  });
  return [
    chunk({ index: 0, delta, finish_reason: null }),
    chunk({ index: 0, delta: {}, finish_reason: reason }),
  ];
}

function response(): Dict {
  return { ...responseHead('completed'), output: [thought, said('completed', [textPart])] };
}

function responseHead(status: string): Dict {
  return {
    id: 'resp-probe',
    object: 'response',
    created_at: 1,
    model: 'canary',
    status,
    output: [],
    usage: { input_tokens: 3, output_tokens: 5, total_tokens: 8 },
    metadata: { secret: canaries.metadata },
  };
}

const thought = {
  id: 'rs1',
  type: 'reasoning',
  summary: [{ type: 'summary_text', text: canaries.finalReasoning }],
};

const textPart = { type: 'output_text', text: canaries.finalText, annotations: [] };

function said(status: string, content: readonly Dict[]): Dict {
  return { id: 'm1', type: 'message', role: 'assistant', status, content };
}

function responseEvents(): Dict[] {
  const at = { item_id: 'm1', output_index: 1, content_index: 0 };
  const done = { output_index: 1, item: said('completed', [textPart]) };
  return [
    { type: 'response.created', response: responseHead('in_progress') },
    { type: 'response.output_item.added', output_index: 0, item: { ...thought, summary: [] } },
    { type: 'response.output_item.done', output_index: 0, item: thought },
    { type: 'response.output_item.added', output_index: 1, item: said('in_progress', []) },
    { type: 'response.content_part.added', ...at, part: { ...textPart, text: '' } },
    { type: 'response.output_text.delta', ...at, delta: canaries.finalText },
    { type: 'response.output_text.done', ...at, text: canaries.finalText },
    { type: 'response.content_part.done', ...at, part: textPart },
    { type: 'response.output_item.done', ...done },
    { type: 'response.completed', response: response() },
  ].map((event, index) => ({ ...event, sequence_number: index }));
}

function events(all: readonly Dict[]): Response {
  const lines = all.map((event) => {
    const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : '';
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  const headers = { 'content-type': 'text/event-stream' };
  return new Response(`${lines.join('')}data: [DONE]\n\n`, { headers });
}
