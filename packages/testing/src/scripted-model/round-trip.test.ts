import fc from 'fast-check';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, FinishReason, ScriptedToolCall } from './script/script.ts';
import { scriptedModel, type ScriptedModel } from './scripted-model.ts';

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.string({ maxLength: 9 }), { maxLength: 5 }),
  fc.constantFrom('data: [DONE]\n\n', '\u2028\r\n', '\ud800', ''),
);
const call: fc.Arbitrary<ScriptedToolCall> = fc.record(
  {
    name: fc.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/),
    args: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }),
    rawArguments: fc.constantFrom('{ "spaced" : 1 }', 'not json', '', '[1]'),
  },
  { requiredKeys: ['name'] },
);
const finish = fc.constantFrom<FinishReason>('stop', 'length', 'content_filter', 'tool_calls');
const answers: fc.Arbitrary<Answer> = fc.record(
  {
    kind: fc.constant('answer' as const),
    text,
    reasoning: text,
    refusal: text,
    calls: fc.array(call, { maxLength: 3 }),
    finish,
  },
  { requiredKeys: ['kind'] },
);

const clientOf = (answer: Answer): OpenAI =>
  new OpenAI({ baseURL: server.chat([answer]).baseURL, apiKey: 'any', maxRetries: 0 });

/** Returns the answer that a client builds from the deltas. */
async function assemble(
  client: OpenAI,
  request: { model: string; messages: OpenAI.ChatCompletionMessageParam[] },
): Promise<unknown> {
  const sum = {
    content: '',
    refusal: '',
    reasoning_content: '',
    calls: [] as string[][],
    finish: '',
  };
  const stream = await client.chat.completions.create({ ...request, stream: true });
  for await (const { choices } of stream) {
    const [choice] = choices;
    if (choice === undefined) continue;
    const delta: typeof choice.delta & { reasoning_content?: string } = choice.delta;
    sum.content += delta.content ?? '';
    sum.refusal += delta.refusal ?? '';
    sum.reasoning_content += delta.reasoning_content ?? '';
    sum.finish = choice.finish_reason ?? sum.finish;
    for (const { index, id, function: called } of delta.tool_calls ?? []) {
      sum.calls[index] ??= [id ?? '', called?.name ?? '', ''];
      sum.calls[index][2] += called?.arguments ?? '';
    }
  }
  return sum;
}

describe('a streamed answer adds up to the plain one', () => {
  const request = { model: 'gpt-4o', messages: [{ role: 'user' as const, content: 'Hello' }] };

  test('in chat completions', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        const client = clientOf(answer);
        const plain = (await client.chat.completions.create(request)).choices[0];
        const message: (OpenAI.ChatCompletionMessage & { reasoning_content?: string }) | undefined =
          plain?.message;
        expect(await assemble(client, request)).toEqual({
          content: message?.content ?? '',
          refusal: message?.refusal ?? '',
          reasoning_content: message?.reasoning_content ?? '',
          calls: (message?.tool_calls ?? []).map((made) => {
            return made.type === 'function'
              ? [made.id, made.function.name, made.function.arguments]
              : [];
          }),
          finish: plain?.finish_reason,
        });
      }),
      { numRuns: 60 },
    );
  });

  test('in responses', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        const client = clientOf(answer);
        const asked = { model: 'gpt-4o', input: 'Hello' };
        const plain = await client.responses.create(asked);
        const pieces: string[] = [];
        let last: OpenAI.Responses.Response | undefined;
        for await (const event of await client.responses.create({ ...asked, stream: true })) {
          const isText =
            event.type === 'response.output_text.delta' ||
            event.type === 'response.function_call_arguments.delta';
          if (isText) pieces.push(event.delta);
          if (event.type === 'response.completed' || event.type === 'response.incomplete')
            last = event.response;
        }
        const written = plain.output.map((item) =>
          item.type === 'function_call' ? item.arguments : '',
        );
        expect(pieces.join('')).toBe(plain.output_text + written.join(''));
        expect(last?.output).toEqual(plain.output);
        expect(last?.usage).toEqual(plain.usage);
        expect(last?.status).toBe(plain.status);
      }),
      { numRuns: 60 },
    );
  });
});
