import {
  AIMessage,
  ChatMessage,
  FunctionMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages';
import fc from 'fast-check';

import type { NativeMessage } from '../src/translate/native.ts';
import type { NativeRequest } from '../src/translate/request-to-contract.ts';

type Block = Readonly<Record<string, unknown>>;

const text = fc.string({ maxLength: 12 });
const id = fc.constantFrom('c1', 'c2', '', '☃', 'call 1');
const of = (given: Block): fc.Arbitrary<Block> => fc.constant(given).map((each) => ({ ...each }));
const block = (type: string, field: string, more: Block = {}): fc.Arbitrary<Block> =>
  fc.record({ type: fc.constant(type), [field]: text }).map((each) => ({ ...each, ...more }));
const words = block('text', 'text', { cache_control: { type: 'ephemeral' } });
const list = (each: fc.Arbitrary<Block>): fc.Arbitrary<readonly Block[]> =>
  fc.array(each, { minLength: 1, maxLength: 4 });

const seen = fc.oneof(
  words,
  of({ type: 'image_url', image_url: { url: 'https://x.example/a.png', detail: 'low' } }),
  of({ type: 'image_url', image_url: 'data:image/png;base64,aGk=' }),
  of({ type: 'image', mimeType: 'image/png', data: 'aGk=' }),
  of({ type: 'file', source_type: 'url', mime_type: 'text/plain', url: 'https://x.example/a' }),
  of({ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,aGk=' } }),
  of({ type: 'file', mime_type: 'text/plain', data: 'aGk=', metadata: { title: 'a', name: 'b' } }),
  block('document', 'title'),
  of({ type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } }),
  of({ type: 'hologram', own: 1 }),
);
const said = fc.oneof(
  words,
  block('reasoning', 'reasoning', { signature: 's' }),
  block('thinking', 'thinking', { signature: 's' }),
  block('refusal', 'refusal'),
  of({ type: 'redacted_thinking', data: 'x' }),
  of({ type: 'server_tool_use', id: 's1', name: 'search', input: {} }),
  of({ type: 'hologram', own: 2 }),
);
const call = fc.record({
  type: fc.constant('tool_call' as const),
  id,
  name: text,
  args: fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
});
const invalid = fc.record({
  type: fc.constant('invalid_tool_call' as const),
  id,
  name: text,
  args: fc.constantFrom('', '{"q": ', '7', 'free text'),
  error: fc.constant('Malformed args.'),
});

type Fields<Class extends new (fields: never) => unknown> = ConstructorParameters<Class>[0];

const content = (blocks: fc.Arbitrary<Block>): fc.Arbitrary<never> =>
  // Blocks that LangChain does not know are content too.
  fc.oneof(text, list(blocks)) as fc.Arbitrary<unknown> as fc.Arbitrary<never>;
const named = { name: fc.constant('own'), id: fc.constant('m1') };
const spoken = <T>(
  blocks: fc.Arbitrary<Block>,
  more: { [K in keyof T]: fc.Arbitrary<T[K]> },
): fc.Arbitrary<never> =>
  fc
    .tuple(
      fc.record({ content: content(blocks) }),
      fc.record({ ...named, ...more }, { requiredKeys: [] }),
    )
    .map(([own, rest]) => ({ ...own, ...rest })) as fc.Arbitrary<unknown> as fc.Arbitrary<never>; // as above

/** What a model answers: text, reasoning, blocks of every kind, calls, and calls that nobody can read. */
export const answer: fc.Arbitrary<NativeMessage> = fc
  .tuple(
    spoken(said, {
      tool_calls: fc.array(call, { maxLength: 3 }),
      invalid_tool_calls: fc.array(invalid, { maxLength: 2 }),
      response_metadata: fc.constant({ finish_reason: 'stop', model_name: 'm' }),
      usage_metadata: fc.constant({ input_tokens: 1, output_tokens: 2, total_tokens: 3 }),
    }),
    fc.boolean(),
  )
  .map(([fields, repeats]) => new AIMessage(repeats ? repeatCalls(fields) : fields));

/** What a model answers whose reasoning stands beside the content. */
export const reasonedAnswer: fc.Arbitrary<NativeMessage> = fc
  .tuple(answer, text)
  .map(([message, thought]) => {
    message.additional_kwargs = { reasoning_content: thought };
    return message;
  });

/** As some providers answer: every call stands in the content too, with their seal. */
function repeatCalls(fields: Fields<typeof AIMessage>): never {
  const { content: blocks, tool_calls: calls = [] } = fields as {
    readonly content: unknown;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly name: string;
      readonly args: object;
    }[];
  };
  if (!Array.isArray(blocks)) return fields as never;
  const repeated = calls.map((each) => ({
    type: 'tool_use',
    id: each.id,
    name: each.name,
    input: each.args,
    seal: 'x',
  }));
  return { ...(fields as object), content: [...(blocks as unknown[]), ...repeated] } as never;
}

const message: fc.Arbitrary<NativeMessage> = fc.oneof(
  spoken(words, {}).map((fields) => new SystemMessage(fields)),
  spoken(seen, {}).map((fields) => new HumanMessage(fields)),
  answer,
  fc
    .tuple(spoken(words, { artifact: fc.constant({ own: 1 }) }), id, fc.boolean())
    .map(([fields, answered, failed]) => {
      const given: object = fields;
      const status = failed ? 'error' : 'success';
      return new ToolMessage({ content: '', ...given, tool_call_id: answered, status });
    }),
  text.map((given) => new FunctionMessage({ content: given, name: 'own' })),
  text.map((given) => new ChatMessage({ content: given, role: 'critic' })),
);

/** What a model is asked. */
export const request: fc.Arbitrary<NativeRequest> = fc.record({
  messages: fc.array(message, { maxLength: 5 }),
  options: fc.record({
    temperature: fc.double(),
    tools: fc.array(
      fc.record({ type: fc.constant('function'), function: fc.record({ name: text }) }),
      { maxLength: 2 },
    ),
  }),
});
