import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { keptItems, keptMessages, ofChat, ofResponses, WORD } from '../../test/request-texts.ts';
import { hookFetch } from '../index.ts';
import type { Body } from './native.ts';

const all = [
  ['responses', { ...ofResponses, ...keptItems }],
  ['chat/completions', { ...ofChat, ...keptMessages }],
] as const;
const kept = [
  ['responses', keptItems],
  ['chat/completions', keptMessages],
] as const;

async function sentFor(path: string, body: Body, hooks = createHooks()): Promise<string> {
  let sent = '';
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    sent = init?.body as string;
    return Response.json({ choices: [], output: [] });
  };
  const init = { method: 'POST', body: JSON.stringify(body) };
  await hookFetch(fetch, hooks)(`https://api.test/v1/${path}`, init);
  return sent;
}

const without = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll(WORD, '[gone]')) as T;

/** Returns hooks that remove the word from every request. */
function taking(): ReturnType<typeof createHooks> {
  const hooks = createHooks();
  hooks.addHook('preRequest', ({ request }) => ({ request: without(request) }));
  return hooks;
}

describe.each(all)('hooks read of a request to %s', (path, texts) => {
  test.each(Object.entries(texts))('%s', async (_what, body) => {
    const hooks = createHooks();
    const read: unknown[] = [];
    hooks.addHook('preRequest', ({ request }) => void read.push(request));
    expect(await sentFor(path, body, hooks)).toBe(JSON.stringify(body));
    expect(JSON.stringify(read)).toContain(WORD);
    const sent = await sentFor(path, body, taking());
    expect(sent).toContain('[gone]');
    expect(sent).not.toContain(WORD);
  });
});

describe.each(kept)('what hooks change of a request to %s keeps its form', (path, texts) => {
  test.each(Object.entries(texts))('%s', async (_what, body) => {
    expect(JSON.parse(await sentFor(path, body, taking()))).toMatchObject(without(body));
  });
});

test('a call that hooks took away does not go out in its own form', async () => {
  const hooks = createHooks();
  hooks.addHook('preRequest', ({ request }) => ({
    request: {
      ...request,
      messages: request.messages.map((message) =>
        message.role === 'assistant' ? { ...message, content: [] } : message,
      ),
    },
  }));
  for (const body of Object.values(keptItems).slice(0, 6))
    expect(await sentFor('responses', body, hooks)).not.toContain(WORD);
});

test('what hooks take out of a call that has its own form does not go out', async () => {
  const hooks = createHooks();
  hooks.addHook('preRequest', ({ request }) => ({
    request: {
      ...request,
      messages: request.messages.map((message) => ({
        ...message,
        content: message.content.map((part) =>
          part.type === 'tool-call' ? { ...part, args: {} } : part,
        ),
      })),
    },
  }));
  for (const name of ['a search of the provider', 'a program', 'a call of a shell'])
    expect(await sentFor('responses', keptItems[name]!, hooks)).not.toContain(WORD);
});

/** Answers a request with these items, through hooks that remove the word from every answer. */
async function answerWithout(output: readonly object[]): Promise<unknown> {
  const hooks = createHooks();
  hooks.addHook('onResponse', ({ response }) => ({ response: without(response) }));
  const fetch = async (): Promise<Response> => Response.json({ output });
  const init = { method: 'POST', body: JSON.stringify({ input: 'Pay me.' }) };
  const answer = await hookFetch(fetch, hooks)('https://api.test/v1/responses', init);
  return answer.json();
}

test('hooks read what an answer asks a person about a call to a server, which goes where they change it', async () => {
  const asks = { id: 'm', type: 'mcp_approval_request', server_label: 's', name: 'n' };
  const output = [{ ...asks, arguments: `{"to":"${WORD}"}` }];
  const left = JSON.stringify(await answerWithout(output));
  expect(left).toContain('can only be told yes or no');
  expect(left).not.toContain(WORD);
});

test('hooks change the output of a shell, a patch or a program in an answer, which keeps its form', async () => {
  const output = [
    { id: 'a', type: 'shell_call_output', call_id: 'c', output: [{ stdout: WORD, stderr: '' }] },
    { id: 'b', type: 'apply_patch_call_output', call_id: 'd', status: 'failed', output: WORD },
    { id: 'p', type: 'program_output', call_id: 'e', result: WORD },
  ];
  expect(await answerWithout(output)).toMatchObject({ output: without(output) });
});

test.each(['data:text/plain;base64,QQ==', 'data:text/plain,A'])(
  'hooks read the address of a file that is sent with its data too: %s',
  async (data) => {
    const file = { type: 'input_file', file_data: data };
    const content = [{ ...file, file_url: `https://${WORD}.test` }];
    const hooks = createHooks();
    const read: unknown[] = [];
    hooks.addHook('preRequest', ({ request }) => void read.push(request.messages));
    await sentFor('responses', { input: [{ role: 'user', content }] }, hooks);
    expect(JSON.stringify(read)).toContain(`https://${WORD}.test`);
  },
);

test('a file in words that hooks change is still sent as the file', async () => {
  const file = { type: 'input_file', filename: 'a.txt', file_data: `data:text/plain,${WORD}` };
  const body = { input: [{ role: 'user', content: [file] }] };
  const sent: unknown = JSON.parse(await sentFor('responses', body, taking()));
  expect(sent).toEqual({ input: [{ role: 'user', content: [without(file)] }] });
});
