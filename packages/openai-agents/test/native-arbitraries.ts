import fc from 'fast-check';

import type { NativeItem, NativeRequest, NativeResponse } from '../src/translate/native.ts';

type Fields = Readonly<Record<string, unknown>>;

const text = fc.string({ maxLength: 12 });
const id = fc.constantFrom('c1', 'c2', '', '☃', 'call 1');
const args = fc.oneof(
  fc
    .dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
    .map((value) => JSON.stringify(value)),
  fc.constantFrom('', ' ', '{"q": ', '7', '[]', 'free text', '{"input":"x"}'),
);
const data = { providerData: fc.constant({ own: 1 }), id: fc.constant('own_1') };
const item = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Fields> =>
  fc
    .tuple(fc.record(fields), fc.record(data, { requiredKeys: [] }))
    .map(([own, more]) => ({ ...own, ...more }));
const of = (given: Fields): fc.Arbitrary<Fields> => fc.constant(given).map((each) => ({ ...each }));
const piece = (type: string, field: string): fc.Arbitrary<Fields> =>
  fc.record(
    { type: fc.constant(type), [field]: text, providerData: fc.constant({ own: 2 }) },
    { requiredKeys: ['type', field] },
  );
const list = (each: fc.Arbitrary<Fields>): fc.Arbitrary<readonly Fields[]> =>
  fc.array(each, { minLength: 1, maxLength: 4 });

const inputPiece = fc.oneof(
  piece('input_text', 'text'),
  of({ type: 'input_image', image: 'data:image/png;base64,aGk=', detail: 'low' }),
  of({ type: 'input_image', image: { id: 'f1' } }),
  of({ type: 'input_file', file: { url: 'https://x.example/a' }, filename: 'a' }),
  of({ type: 'input_file', file: { id: 'f1' } }),
  of({ type: 'input_file', file: 'data:text/plain;base64,aGk=' }),
  of({ type: 'audio', audio: 'aGk=', format: 'wav' }),
  of({ type: 'hologram', own: 1 }),
);
const outputPiece = fc.oneof(
  piece('output_text', 'text'),
  piece('refusal', 'refusal'),
  of({ type: 'audio', audio: 'aGk=', transcript: 'hi' }),
  of({ type: 'image', image: 'aGk=' }),
  of({ type: 'hologram', own: 1 }),
);
/** What the provider ran or said, as the SDK keeps it. */
const provided = fc
  .record({
    type: fc.constantFrom('hosted_tool_call', 'unknown'),
    name: fc.constantFrom('web_search_call', 'mcp_call', 'mcp_list_tools'),
    id: fc.constant('h'),
    status: fc.constant('completed'),
    providerData: fc.record(
      {
        type: fc.constantFrom('web_search_call', 'mcp_call', 'mcp_list_tools'),
        name: text,
        arguments: args,
        action: of({ query: 'q' }),
        results: text,
        output: fc.option(text),
        error: fc.option(text),
        tools: fc.array(of({ name: 'pay', description: 'Pays.' }), { maxLength: 1 }),
      },
      { requiredKeys: [] },
    ),
  })
  .map((each): Fields => each);
const outputItem = fc.oneof(
  item({
    type: fc.constant('message'),
    role: fc.constant('assistant'),
    status: fc.constantFrom('completed', 'incomplete'),
    content: list(outputPiece),
  }),
  item({
    type: fc.constant('function_call'),
    callId: id,
    name: text,
    arguments: args,
    status: fc.constant('completed'),
  }),
  item({
    type: fc.constant('reasoning'),
    content: fc.array(piece('input_text', 'text'), { maxLength: 2 }),
    rawContent: fc.array(piece('reasoning_text', 'text'), { maxLength: 2 }),
  }),
  item({
    type: fc.constant('computer_call'),
    callId: id,
    action: of({ type: 'click', x: 1, y: 2 }),
  }),
  item({ type: fc.constant('shell_call'), callId: id, action: of({ commands: ['ls'] }) }),
  item({
    type: fc.constant('apply_patch_call'),
    callId: id,
    operation: of({ type: 'delete_file' }),
  }),
  item({ type: fc.constant('hosted_tool_call'), name: text, arguments: args, output: text }),
  item({ type: fc.constant('compaction'), encrypted_content: text }),
  item({ type: fc.constantFrom('unknown', 'unheard_of') }),
  of({ type: 'program', callId: 'p', code: 'x', fingerprint: 'f' }),
  of({ type: 'tool_search_call', id: 's', arguments: { paths: ['a'] } }),
  provided,
);
const inputItem = fc.oneof(
  item({ role: fc.constant('system'), content: text }),
  item({
    role: fc.constant('user'),
    content: fc.oneof(text, list(inputPiece)),
  }),
  outputItem,
  item({
    type: fc.constant('function_call_result'),
    callId: id,
    name: text,
    status: fc.constant('completed'),
    output: fc.oneof(text, piece('text', 'text'), list(inputPiece)),
  }),
  item({ type: fc.constant('computer_call_result'), callId: id, output: of({ data: 'aGk=' }) }),
  item({ type: fc.constant('shell_call_output'), callId: id, output: of({ stdout: 'hi' }) }),
  item({ type: fc.constant('apply_patch_call_output'), callId: id, output: text }),
  of({ type: 'program_output', callId: 'p', output: 'y', status: 'completed' }),
  of({ type: 'tool_search_output', id: 's', tools: [{ name: 'pay' }] }),
);
/** The input of a request: a text, or items of every kind. */
const input: fc.Arbitrary<string | NativeItem[]> = fc.oneof(
  { weight: 1, arbitrary: text },
  { weight: 9, arbitrary: fc.array(inputItem, { maxLength: 5 }) },
  // Kinds that the SDK does not know are items too.
) as unknown as fc.Arbitrary<string | NativeItem[]>;
/** What a model is asked. */
export const request: fc.Arbitrary<NativeRequest> = fc.record({
  systemInstructions: fc.option(text, { nil: undefined }),
  input,
  modelSettings: fc.record({ temperature: fc.double() }),
  outputType: fc.constantFrom('text', { type: 'json_schema', name: 'output' }),
  handoffs: fc.array(fc.record({ toolName: text, toolDescription: text }), { maxLength: 2 }),
  tools: fc.array(
    fc.oneof(
      fc.record({
        type: fc.constant('function'),
        name: text,
        description: text,
        parameters: of({}),
      }),
      fc.record({ type: fc.constant('hosted_tool'), name: text }),
    ),
    { maxLength: 3 },
  ),
}) as unknown as fc.Arbitrary<NativeRequest>; // only what is read
/** What a model answered. */
export const response: fc.Arbitrary<NativeResponse> = fc.record({
  responseId: fc.constant('r'),
  output: fc.array(outputItem, { maxLength: 5 }),
  usage: fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() }),
}) as unknown as fc.Arbitrary<NativeResponse>; // only what is read
