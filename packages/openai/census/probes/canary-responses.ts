import { canaries } from '@interpose/testing/probes';

type Dict = Readonly<Record<string, unknown>>;

/** A whole response: a thought and what is said, or a call. */
export function response(isCalling: boolean): Dict {
  return { ...responseHead('completed'), output: itemsOf(isCalling) };
}

function itemsOf(isCalling: boolean): Dict[] {
  return isCalling ? [called] : [thought, said('completed', [textPart])];
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
    hidden: canaries.metadata,
  };
}

const called = {
  id: 'fc1',
  type: 'function_call',
  status: 'completed',
  call_id: 'c1',
  name: 'refund',
  arguments: '{"euros":5}',
};

const thought = {
  id: 'rs1',
  type: 'reasoning',
  encrypted_content: canaries.finalReasoning,
  summary: [{ type: 'summary_text', text: canaries.finalReasoning }],
};

const citation = {
  type: 'url_citation',
  url: `https://x.test/${canaries.finalText}`,
  title: canaries.finalText,
  start_index: 0,
  end_index: 1,
};

const textPart = {
  type: 'output_text',
  text: canaries.finalText,
  annotations: [citation],
  logprobs: [{ token: canaries.finalText, logprob: -1, top_logprobs: [] }],
};

function said(status: string, content: readonly Dict[]): Dict {
  return { id: 'm1', type: 'message', role: 'assistant', status, content };
}

/** The same response, streamed. */
export function responseEvents(isCalling: boolean): Dict[] {
  return [
    { type: 'response.created', response: responseHead('in_progress') },
    ...(isCalling ? callEvents() : messageEvents()),
    { type: 'response.completed', response: response(isCalling) },
  ].map((event, index) => ({ ...event, sequence_number: index }));
}

function callEvents(): Dict[] {
  const at = { item_id: 'fc1', output_index: 0 };
  const { arguments: text } = called;
  return [
    { type: 'response.output_item.added', output_index: 0, item: { ...called, arguments: '' } },
    { type: 'response.function_call_arguments.delta', ...at, delta: text },
    { type: 'response.function_call_arguments.done', ...at, name: 'refund', arguments: text },
    { type: 'response.output_item.done', output_index: 0, item: called },
  ];
}

function messageEvents(): Dict[] {
  const at = { item_id: 'm1', output_index: 1, content_index: 0 };
  const done = { output_index: 1, item: said('completed', [textPart]) };
  const { logprobs, text } = textPart;
  const cited = { ...at, annotation_index: 0, annotation: citation };
  return [
    { type: 'response.output_item.added', output_index: 0, item: { ...thought, summary: [] } },
    { type: 'response.output_item.done', output_index: 0, item: thought },
    { type: 'response.output_item.added', output_index: 1, item: said('in_progress', []) },
    {
      type: 'response.content_part.added',
      ...at,
      part: { ...textPart, text: '', annotations: [], logprobs: [] },
    },
    { type: 'response.output_text.delta', ...at, delta: text, logprobs },
    { type: 'response.output_text.annotation.added', ...cited },
    { type: 'response.output_text.done', ...at, text, logprobs },
    { type: 'response.content_part.done', ...at, part: textPart },
    { type: 'response.output_item.done', ...done },
  ];
}
