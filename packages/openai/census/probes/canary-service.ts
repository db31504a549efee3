import { canaries, type ProbeRun } from '@interpose/testing/probes';

import { response, responseEvents } from './canary-responses.ts';

type Dict = Readonly<Record<string, unknown>>;

/** The service in memory: a fetch that answers every request with canaries, streamed where it is asked to. */
export function canaryService(run: ProbeRun): typeof fetch {
  return async (input, init) => {
    const request = typeof input === 'object' && 'url' in input ? input : undefined;
    const { pathname } = new URL(request?.url ?? (input as string | URL));
    const text = init?.body ?? (await request?.clone().text());
    const body = JSON.parse(typeof text === 'string' ? text : '{}') as Dict;
    run.requested(body);
    run.requested(body);
    if (body['model'] === 'failing') return failing();
    if (pathname.endsWith('/embeddings')) return json(embedding);
    if (pathname.endsWith('/responses')) {
      return body['stream'] === true
        ? events(responseEvents(wantsCall(body)))
        : json(response(wantsCall(body)));
    }
    const isFirst = body['tools'] !== undefined && !JSON.stringify(body).includes('tool_call_id');
    const message = isFirst ? calling : answer(body);
    const reason = isFirst ? 'tool_calls' : 'stop';
    if (body['stream'] === true) return events(chunksOf(message, reason));
    const logprobs = spelled(isFirst ? canaries.firstText : canaries.finalText);
    const choice = {
      index: 0,
      message,
      logprobs,
      finish_reason: reason,
      hidden: canaries.metadata,
    };
    return json({ ...head, object: 'chat.completion', choices: [choice], usage });
  };
}

/** What stands beside every answer: the SDK shows its id as `_request_id`. */
const headers = { 'x-request-id': canaries.metadata, 'x-held': canaries.metadata };

function failing(): Response {
  const error = { message: canaries.metadata, type: 'server_error', code: null };
  return Response.json({ error }, { status: 500, headers });
}

function json(body: object): Response {
  return Response.json(body, { headers });
}

/** True for a request whose answer is to call a tool. */
function wantsCall(body: Dict): boolean {
  return body['tools'] !== undefined && !JSON.stringify(body).includes('function_call_output');
}

const spelled = (token: string): object => ({
  content: [{ token, logprob: -1, top_logprobs: [] }],
});

const head = { id: 'chatcmpl-probe', created: 1, model: 'canary', hidden: canaries.metadata };
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

/** A final message that says its secrets in every field that services are known to use. */
function answer(body: Dict): Dict {
  const text = canaries.finalText;
  const thought = canaries.finalReasoning;
  const cited = { url: `https://x.test/${text}`, title: text, start_index: 0, end_index: 1 };
  return {
    role: 'assistant',
    content: body['response_format'] === undefined ? text : JSON.stringify({ answer: text }),
    reasoning: thought,
    reasoning_details: [{ type: 'reasoning.text', text: thought, signature: thought }],
    annotations: [{ type: 'url_citation', url_citation: cited }],
    audio: { id: 'a1', transcript: text, data: text, expires_at: 1 },
    provider_fields: { raw: text },
  };
}

/** The fields of a message in pieces, each with the text that it spells. */
function chunksOf(message: Dict, reason: string): Dict[] {
  const calls = message['tool_calls'] as readonly Dict[] | undefined;
  const { role, content, tool_calls: _calls, audio, ...rest } = message;
  const { data, ...spoken } = (audio ?? {}) as Dict;
  const deltas: Dict[] = [
    { role, content: '' },
    ...Object.entries(rest).map(([field, value]) => ({ [field]: value })),
    { content },
    ...(audio === undefined ? [] : [{ audio: spoken }, { audio: { id: 'a1', data } }]),
    ...(calls === undefined
      ? []
      : [{ tool_calls: calls.map((call, index) => ({ index, ...call })) }]),
  ];
  const chunk = (delta: Dict, finish: string | null): Dict => {
    const logprobs = delta['content'] ? spelled(String(content)) : null;
    const choice = { index: 0, delta, logprobs, finish_reason: finish };
    return { ...head, object: 'chat.completion.chunk', choices: [choice] };
  };
  return [...deltas.map((delta) => chunk(delta, null)), chunk({}, reason)];
}

function events(all: readonly Dict[]): Response {
  const lines = all.map((event) => {
    const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : '';
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return new Response(`${lines.join('')}data: [DONE]\n\n`, {
    headers: { ...headers, 'content-type': 'text/event-stream' },
  });
}
