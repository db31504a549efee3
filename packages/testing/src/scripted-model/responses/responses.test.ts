import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTools } from '../script/call-tools.ts';
import { say } from '../script/say.ts';
import type { ScriptEntry } from '../script/script.ts';
import { scriptedModel, type ScriptedModel } from '../scripted-model.ts';

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

const clientOf = (entries: readonly ScriptEntry[]): OpenAI =>
  new OpenAI({ baseURL: server.chat(entries).baseURL, apiKey: 'any', maxRetries: 0 });

const request = { model: 'gpt-4o', input: 'Hello' };

describe('a plain response', () => {
  test('holds reasoning, text and calls as items of their own', async () => {
    const entry = {
      ...callTools({ name: 'refund', id: 'r1', args: { amount: 5 } }),
      text: 'Wait.',
      reasoning: 'Hm.',
    };
    const response = await clientOf([entry]).responses.create({
      ...request,
      instructions: 'Be brief.',
    });
    expect(response).toMatchObject({
      object: 'response',
      status: 'completed',
      model: 'gpt-4o',
      instructions: 'Be brief.',
      error: null,
      output_text: 'Wait.',
    });
    expect(response.output).toMatchObject([
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
      {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Wait.' }],
      },
      {
        type: 'function_call',
        call_id: 'r1',
        name: 'refund',
        arguments: '{"amount":5}',
        status: 'completed',
      },
    ]);
    expect(new Set(response.output.map((item) => item.id)).size).toBe(3);
  });

  test('says that it is incomplete, and why', async () => {
    const cut = await clientOf([say('Hi', { finish: 'length' })]).responses.create(request);
    expect(cut).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
    const filtered = await clientOf([say('', { finish: 'content_filter' })]).responses.create(
      request,
    );
    expect(filtered).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
    });
  });

  test('holds a refusal as content, and raw items as they are', async () => {
    const refused = await clientOf([{ kind: 'answer', refusal: 'No.' }]).responses.create(request);
    expect(refused.output).toMatchObject([
      { type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] },
    ]);
    const items = [
      {
        type: 'web_search_call',
        id: 'ws_1',
        status: 'completed',
        action: { type: 'search', query: 'mugs' },
      },
    ];
    const searched = await clientOf([{ ...say('Found.'), items }]).responses.create(request);
    expect(searched.output).toMatchObject([items[0], { type: 'message' }]);
  });

  test('counts tokens in the words of the API', async () => {
    const usage = { inputTokens: 7, outputTokens: 3, cachedTokens: 2, reasoningTokens: 1 };
    const response = await clientOf([say('Hi', { usage })]).responses.create(request);
    expect(response.usage).toMatchObject({
      input_tokens: 7,
      output_tokens: 3,
      total_tokens: 10,
      input_tokens_details: { cached_tokens: 2 },
      output_tokens_details: { reasoning_tokens: 1 },
    });
  });
});

describe('a conversation through responses', () => {
  const entries = [callTools({ name: 'refund', id: 'r1' }), say('Done.'), say('Bye.')];
  const output = { type: 'function_call_output', call_id: 'r1', output: 'ok' } as const;

  test('goes on from items that the client sends back', async () => {
    const client = clientOf(entries);
    const first = await client.responses.create(request);
    const input = [{ role: 'user' as const, content: 'Hello' }, ...first.output, output];
    const second = await client.responses.create({
      ...request,
      input: input as OpenAI.Responses.ResponseInput,
    });
    expect(second.output_text).toBe('Done.');
  });

  test('goes on from an earlier response by its id', async () => {
    const client = clientOf(entries);
    const first = await client.responses.create(request);
    const second = await client.responses.create({
      ...request,
      previous_response_id: first.id,
      input: [output],
    });
    expect(second.output_text).toBe('Done.');
    const third = await client.responses.create({
      ...request,
      previous_response_id: second.id,
      input: 'Thanks',
    });
    expect(third.output_text).toBe('Bye.');
    expect(third.previous_response_id).toBe(second.id);
  });

  test('goes on from references to stored items, also to those of another chat', async () => {
    const first = await clientOf(entries).responses.create(request);
    const input = [
      { role: 'user' as const, content: 'Hello' },
      { type: 'item_reference' as const, id: first.output[0]?.id ?? '' },
      output,
    ];
    const second = await clientOf(entries).responses.create({ ...request, input });
    expect(second.output_text).toBe('Done.');
  });

  test('refuses to go on from what was not stored', async () => {
    const client = clientOf(entries);
    const first = await client.responses.create({ ...request, store: false });
    const byResponse = client.responses.create({
      ...request,
      previous_response_id: first.id,
      input: [output],
    });
    await expect(byResponse).rejects.toMatchObject({
      status: 400,
      code: 'previous_response_not_found',
      param: 'previous_response_id',
    });
    const reference = { type: 'item_reference' as const, id: first.output[0]?.id ?? '' };
    await expect(
      client.responses.create({ ...request, input: [reference, output] }),
    ).rejects.toMatchObject({ status: 404, param: 'input' });
  });
});
