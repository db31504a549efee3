/** The word that no policy of these tests lets out. */
export const SECRET = 'hunter2';

/** A citation whose address says the word. */
export const annotation: { readonly type: string; readonly url: string; readonly title: string } = {
  type: 'url_citation',
  url: `https://x.test/${SECRET}`,
  title: 'Shop',
};

const logprobs = { content: [{ token: SECRET, logprob: -1 }] };
const frame = { id: 'c', created: 1, model: 'm' };

/** A completion with this message, which says the word also in fields that nobody knows. */
export const completionOf = (message: object): object => ({
  ...frame,
  object: 'chat.completion',
  citations: [SECRET],
  choices: [{ index: 0, finish_reason: 'stop', logprobs, provider_field: SECRET, message }],
});

/** A completion that says it in every field that services are known to use. */
export const completion: object = completionOf({
  role: 'assistant',
  content: SECRET,
  annotations: [{ type: 'url_citation', url_citation: annotation }],
  reasoning: SECRET,
  reasoning_details: [{ type: 'reasoning.text', text: SECRET, signature: SECRET }],
  audio: { id: 'a', data: SECRET, expires_at: 1, transcript: SECRET },
  provider_specific_fields: { raw: SECRET },
});

const deltas = [
  { role: 'assistant', content: '' },
  { reasoning: SECRET, reasoning_details: [{ type: 'reasoning.text', text: SECRET }] },
  { content: SECRET },
  { annotations: [{ type: 'url_citation', url_citation: annotation }] },
  { audio: { id: 'a', transcript: SECRET } },
  { audio: { data: SECRET } },
  { refusal: SECRET },
  { provider_specific_fields: { raw: SECRET } },
];
/** One chunk of a streamed completion. */
export const chunk = (delta: object, finish: string | null = null): object => ({
  ...frame,
  object: 'chat.completion.chunk',
  choices: [
    {
      index: 0,
      delta,
      logprobs: 'content' in delta && delta.content !== '' ? logprobs : null,
      finish_reason: finish,
    },
  ],
});
/** The completion, streamed. */
export const chunks: readonly object[] = [
  ...deltas.map((delta) => chunk(delta)),
  chunk({}, 'stop'),
];

const message = {
  id: 'msg',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  provider_field: SECRET,
  content: [
    { type: 'output_text', text: SECRET, annotations: [annotation], logprobs: logprobs.content },
  ],
};
const reasoning = {
  id: 'rs',
  type: 'reasoning',
  encrypted_content: SECRET,
  summary: [{ type: 'summary_text', text: SECRET }],
  content: [{ type: 'reasoning_text', text: SECRET }],
};
/** A response that says it in every field. */
export const response: object = {
  id: 'resp',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'm',
  output_text: SECRET,
  provider_field: SECRET,
  output: [reasoning, message],
};
