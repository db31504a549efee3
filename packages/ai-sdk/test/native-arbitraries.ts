import fc from 'fast-check';

import type { NativeParams, NativeResult, SpecificationVersion } from '../src/translate/native.ts';

const json = fc.jsonValue({ maxDepth: 2 });
const record = fc.dictionary(fc.string({ maxLength: 5 }), json, { maxKeys: 3 });
/** Any text. */
export const text: fc.Arbitrary<string> = fc.string({ maxLength: 20 });
const id = fc.string({ minLength: 1, maxLength: 8 });
const options = fc.option(fc.constant({ providerOptions: { own: { cache: true } } }), { nil: {} });
const metadata = fc.option(fc.constant({ providerMetadata: { own: { itemId: 'i1' } } }), {
  nil: {},
});

const withOptions = <T extends object>(part: fc.Arbitrary<T>): fc.Arbitrary<object> =>
  fc.tuple(part, options).map(([value, more]) => ({ ...value, ...more }));

const textPart = withOptions(fc.record({ type: fc.constant('text'), text }));
const filePart = withOptions(
  fc.record({
    type: fc.constant('file'),
    mediaType: fc.constantFrom('image/png', 'text/plain'),
    data: fc.oneof(
      fc.constant('aGk='),
      fc.constant(new Uint8Array([1, 2])),
      fc.constant(new URL('https://x.example/a')),
      fc.constant({ type: 'data', data: 'aGk=' }),
      fc.constant({ type: 'reference', reference: { own: 'f1' } }),
      fc.constant({ type: 'text', text: 'hi' }),
    ),
  }),
);
const callPart = withOptions(
  fc.record({
    type: fc.constant('tool-call'),
    toolCallId: id,
    toolName: id,
    input: fc.oneof(record, text),
  }),
);
const output = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'error-text'), value: text }),
  fc.record({ type: fc.constantFrom('json', 'error-json'), value: json }),
  fc.record({ type: fc.constant('execution-denied'), reason: text }),
  fc.constant({ type: 'content', value: [{ type: 'text', text: 'hi' }] }),
);
const resultPart = withOptions(
  fc.record({ type: fc.constant('tool-result'), toolCallId: id, toolName: id, output }),
);
const answerPart = fc.oneof(
  textPart,
  filePart,
  callPart,
  resultPart,
  withOptions(fc.record({ type: fc.constant('reasoning'), text })),
  fc.constant({ type: 'custom', kind: 'own.x' }),
);

const message = fc.oneof(
  withOptions(fc.record({ role: fc.constant('system'), content: text })),
  withOptions(
    fc.record({
      role: fc.constant('user'),
      content: fc.array(fc.oneof(textPart, filePart), { maxLength: 3 }),
    }),
  ),
  withOptions(
    fc.record({ role: fc.constant('assistant'), content: fc.array(answerPart, { maxLength: 4 }) }),
  ),
  withOptions(
    fc.record({ role: fc.constant('tool'), content: fc.array(resultPart, { maxLength: 3 }) }),
  ),
);
const tool = fc.oneof(
  fc.record({
    type: fc.constant('function'),
    name: id,
    description: text,
    inputSchema: fc.constant({ type: 'object' }),
    strict: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('provider'),
    id: fc.constant('own.search'),
    name: id,
    args: record,
  }),
);
/** The parameters of a model call. */
export const params: fc.Arbitrary<NativeParams> = fc.record({
  prompt: fc.array(message, { maxLength: 6 }),
  tools: fc.option(fc.array(tool, { maxLength: 3 }), { nil: undefined }),
  temperature: fc.double(),
}) as unknown as fc.Arbitrary<NativeParams>; // the union of three generations
/** A generation of models. */
export const generation: fc.Arbitrary<SpecificationVersion> = fc.constantFrom('v2', 'v3', 'v4');

const withMetadata = <T extends object>(part: fc.Arbitrary<T>): fc.Arbitrary<object> =>
  fc.tuple(part, metadata).map(([value, more]) => ({ ...value, ...more }));
const input = fc.oneof(
  record.map((value) => JSON.stringify(value)),
  fc.constantFrom('', '{"q": ', '7', 'free text'),
);
const content = fc.oneof(
  withMetadata(fc.record({ type: fc.constantFrom('text', 'reasoning'), text })),
  withMetadata(
    fc.record({
      type: fc.constant('tool-call'),
      toolCallId: id,
      toolName: id,
      input,
      providerExecuted: fc.boolean(),
    }),
  ),
  withMetadata(
    fc.record({
      type: fc.constant('tool-result'),
      toolCallId: id,
      toolName: id,
      result: json,
      isError: fc.boolean(),
    }),
  ),
  fc.constant({ type: 'source', sourceType: 'url', id: 's1', url: 'https://x.example' }),
  fc.constant({ type: 'file', mediaType: 'image/png', data: 'aGk=' }),
);
/** What a model answers. */
export const result: fc.Arbitrary<NativeResult> = fc.record({
  content: fc.array(content, { maxLength: 5 }),
  finishReason: fc.constantFrom({ unified: 'stop', raw: 'end' }, 'stop'),
  usage: fc.constantFrom(
    { inputTokens: { total: 3 }, outputTokens: { total: undefined } },
    { inputTokens: 3, outputTokens: 4 },
  ),
  warnings: fc.constant([]),
}) as unknown as fc.Arbitrary<NativeResult>; // the union of three generations
