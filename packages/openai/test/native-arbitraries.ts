import fc from 'fast-check';

import type { Body } from '../src/translate/native.ts';

const text: fc.Arbitrary<string> = fc.string({ maxLength: 12 });
const id = fc.constantFrom('c1', 'c2', '', '☃', 'call 1');
const args = fc.oneof(
  fc
    .dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
    .map((value) => JSON.stringify(value)),
  fc.constantFrom('', ' ', '{"q": ', '7', '[]', 'free text', '{"input":"x"}'),
);
const of = <T extends Body>(given: T): fc.Arbitrary<Body> =>
  fc.constant(given).map((each) => ({ ...each }));
const piece = (type: string, field: string): fc.Arbitrary<Body> =>
  fc.record({ type: fc.constant(type), [field]: text });
const list = (item: fc.Arbitrary<Body>): fc.Arbitrary<readonly Body[]> =>
  fc.array(item, { minLength: 1, maxLength: 4 });
const spoken = (role: string, pieces: fc.Arbitrary<Body>): fc.Arbitrary<Body> =>
  fc.record(
    { role: fc.constant(role), content: fc.oneof(text, list(pieces)), name: fc.constant('Ann') },
    { requiredKeys: ['role', 'content'] },
  );

const chatText = piece('text', 'text').map((each) => ({
  ...each,
  cache_control: { type: 'ephemeral' },
}));
const chatPiece = fc.oneof(
  chatText,
  of({ type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=', detail: 'low' } }),
  of({ type: 'image_url', image_url: { url: 'https://x.example/a.png' } }),
  of({ type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } }),
  of({ type: 'file', file: { file_id: 'f1' } }),
  of({ type: 'file', file: { file_data: 'data:text/plain;base64,aGk=', filename: 'a' } }),
  of({ type: 'video_url', own: 1 }),
);
const chatCall = fc.oneof(
  fc.record({
    id,
    type: fc.constant('function'),
    function: fc.record({ name: text, arguments: args }),
  }),
  fc.record({ id, type: fc.constant('custom'), custom: fc.record({ name: text, input: text }) }),
  of({ id: 'odd', type: 'unheard_of' }),
);
const said = {
  role: fc.constant('assistant'),
  content: fc.oneof(
    text,
    fc.constant(null),
    list(fc.oneof(chatText, piece('refusal', 'refusal'), of({ type: 'drawing', own: 2 }))),
  ),
};
const answerFields = {
  tool_calls: fc.array(chatCall, { minLength: 1, maxLength: 3 }),
  function_call: fc.record({ name: text, arguments: args }),
  refusal: fc.oneof(text, fc.constant(null)),
  reasoning_content: text,
  reasoning: fc.constant(null),
  audio: of({ id: 'a1' }),
  annotations: fc.constant([]),
};
/** What an assistant says in chat completions. */
const chatAnswer: fc.Arbitrary<Body> = fc.record(
  { ...said, ...answerFields },
  { requiredKeys: ['role', 'content'] },
);
const result = (role: string, key: string): fc.Arbitrary<Body> =>
  fc.record({ role: fc.constant(role), [key]: id, content: fc.oneof(text, list(chatText)) });
const chatMessage = fc.oneof(
  spoken('system', chatText),
  spoken('developer', chatText),
  spoken('user', chatPiece),
  chatAnswer,
  result('tool', 'tool_call_id'),
  result('function', 'name'),
);
const frame = {
  model: fc.constant('m'),
  temperature: fc.double(),
  tools: fc.constant([{ type: 'function', function: { name: 'search' } }]),
};
/** The body of `POST /chat/completions`. */
export const chatBody: fc.Arbitrary<Body> = fc.record({
  ...frame,
  messages: fc.array(chatMessage, { maxLength: 5 }),
});
/** A `chat.completion` of one choice or several. */
export const completion: fc.Arbitrary<Body> = fc.record({
  id: fc.constant('x'),
  choices: fc.array(
    fc.record({
      message: chatAnswer,
      finish_reason: fc.constantFrom('stop', 'length', 'tool_calls'),
      logprobs: of({ content: [] }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  usage: of({ prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }),
});

const outputText = piece('output_text', 'text').map((each) => ({ ...each, annotations: [] }));
const outputPiece = fc.oneof(
  outputText,
  piece('refusal', 'refusal'),
  of({ type: 'drawing', own: 2 }),
);
const inputPiece = fc.oneof(
  piece('input_text', 'text'),
  of({ type: 'input_image', image_url: 'https://x.example/a.png', detail: 'low' }),
  of({ type: 'input_image', file_id: 'f1' }),
  of({ type: 'input_file', file_id: 'f1' }),
  of({ type: 'input_file', file_data: 'data:text/plain;base64,aGk=', filename: 'a' }),
  of({ type: 'hologram', own: 1 }),
);
const outputMessage = fc.record({
  type: fc.constant('message'),
  id: fc.constant('msg_1'),
  status: fc.constant('completed'),
  role: fc.constant('assistant'),
  content: list(outputPiece),
});
const outputItem = fc.oneof(
  outputMessage,
  fc.record({
    type: fc.constant('reasoning'),
    id,
    summary: list(piece('summary_text', 'text')),
    encrypted_content: text,
  }),
  fc.record({
    type: fc.constant('function_call'),
    id: text,
    call_id: id,
    name: text,
    arguments: args,
  }),
  fc.record({ type: fc.constant('custom_tool_call'), call_id: id, name: text, input: text }),
  fc.record({
    type: fc.constant('mcp_call'),
    id,
    name: text,
    arguments: args,
    output: text,
    error: fc.option(text),
  }),
  of({
    type: 'web_search_call',
    id: 'ws',
    status: 'completed',
    action: { type: 'search', query: 'q' },
  }),
  of({ type: 'computer_call', call_id: 'c', action: { type: 'click' } }),
  of({ type: 'mcp_list_tools', tools: [] }),
  of({ type: 'unheard_of', own: 3 }),
);
const inputItem = fc.oneof(
  spoken('system', piece('input_text', 'text')),
  spoken('developer', piece('input_text', 'text')),
  spoken('user', inputPiece),
  spoken('assistant', outputPiece),
  outputItem,
  fc.record({
    type: fc.constantFrom('function_call_output', 'custom_tool_call_output'),
    call_id: id,
    output: fc.oneof(text, list(inputPiece)),
  }),
  of({ type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot' } }),
  of({ type: 'mcp_approval_response', approval_request_id: 'a', approve: true }),
  of({ type: 'item_reference', id: 'i' }),
);
/** The body of `POST /responses`. */
export const responsesBody: fc.Arbitrary<Body> = fc.record({
  ...frame,
  instructions: fc.option(text),
  input: fc.oneof(
    { weight: 1, arbitrary: text },
    { weight: 9, arbitrary: fc.array(inputItem, { maxLength: 5 }) },
  ),
});
/** A `response`. */
export const response: fc.Arbitrary<Body> = fc.record({
  id: fc.constant('resp_1'),
  status: fc.constantFrom('completed', 'incomplete'),
  output: fc.array(outputItem, { maxLength: 5 }),
  usage: of({ input_tokens: 1, output_tokens: 2, total_tokens: 3 }),
});
