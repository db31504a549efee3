import { ask, createHooks, DeniedError, type Dict } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { serve, type ServeNote } from '../src/index.ts';
import { serveInWorkers } from '../src/workers/index.ts';
import { answering, post, toolCall, toolResult } from './post-step.ts';

describe('who is answered', () => {
  test('nobody without the token', async () => {
    const handler = serve(createHooks(), { token: 'secret' });
    const wrong = ['', 'Bearer', 'Bearer secret1', 'Bearer secre', 'Basic secret', 'bearer secret'];
    for (const authorization of wrong)
      expect((await post(handler, toolCall(), { authorization })).status).toBe(401);
    expect((await post(handler, toolCall(), { authorization: 'Bearer secret' })).status).toBe(200);
  });

  test('nobody where the token is no text that a caller can send, or comes from a variable that is not set', async () => {
    for (const token of [undefined, '', 'two words']) {
      const options = { token } as object;
      expect(() => serve(createHooks(), options)).toThrow(
        /^\[invalid_option\] token is .*; set the/,
      );
      const workers = serveInWorkers('policies.mjs', { workers: 1, ...options });
      await expect(workers).rejects.toThrow(/^\[invalid_option\] token is .*; set the/);
    }
  });

  test('no page that sends a form, and nothing but POST', async () => {
    const handler = serve(createHooks());
    const form = await post(handler, toolCall(), { 'content-type': 'text/plain' });
    expect(form.status).toBe(415);
    expect((await handler(new Request('http://guardian.invalid/'))).status).toBe(405);
  });
});

describe('what is refused before a hook sees it', () => {
  const hooks = createHooks();
  let heard = 0;
  hooks.addHook('preToolCall', () => void heard++);
  const nested = `${'['.repeat(100)}${']'.repeat(100)}`;
  const call = JSON.stringify(toolCall());

  const strict = { repair: false };
  const broken = JSON.stringify({ ...toolCall(), note: 'two\nlines' }).replace('\\n', '\n');
  const former = JSON.stringify({ ...toolCall(), method: 'task/get' });

  test.each([
    ['a request larger than the limit', call, { maxRequestBytes: 100 }, 413, -32600],
    ['nesting deeper than the limit', nested, {}, 413, -32600],
    ['nesting a million levels deep', '['.repeat(1_000_000), {}, 413, -32600],
    ['a batch', `[${call},${call}]`, {}, 200, -32600],
    ['no JSON', '{', {}, 200, -32700],
    ['nothing', '', {}, 200, -32700],
    ['a notification', JSON.stringify({ ...toolCall(), id: undefined }), {}, 200, -32600],
    ['an input that is there twice', doubled(), {}, 200, -32602],
    ['a key that is there twice', call.replace('{', '{"method":"ping",'), {}, 200, -32600],
    ['a key that is there twice further in', repeatedInside(), {}, 200, -32600],
    ['a raw line break where repairs are off', broken, strict, 200, -32700],
    ['a former name of a method where repairs are off', former, strict, 200, -32601],
  ] as const)('%s', async (_, body, options, status, code) => {
    const answer = await post(serve(hooks, options), body);
    expect(answer).toMatchObject({ status, json: { jsonrpc: '2.0', error: { code } } });
    expect(heard).toBe(0);
  });

  test('a body that does not tell its length is cut off at the limit', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1000).fill(32)),
    });
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const request = new Request('http://guardian.invalid/', init);
    expect((await serve(hooks, { maxRequestBytes: 5000 })(request)).status).toBe(413);
  });
});

/** What one reader takes for a small amount and another one for a large one. */
function repeatedInside(): string {
  return JSON.stringify(toolCall()).replace('"toolId":', '"toolId":"read_file","toolId":');
}

function doubled(): string {
  const inputs = [5, 6].map((value) => ({ name: 'cents', value }));
  const toolCallRequest = { executionId: 'exec-1', toolId: 'refund', inputs };
  return JSON.stringify(toolCall({ toolCallRequest }));
}

describe('when something is wrong', () => {
  test('a failing hook denies, and one that may throw is an internal error without its text', async () => {
    const failing = createHooks();
    failing.addHook('preToolCall', () => {
      throw new Error('secret path');
    });
    const throwing = createHooks({ onError: 'throw' });
    throwing.addHook('preToolCall', () => {
      throw new Error('secret path');
    });
    const notes: ServeNote[] = [];
    const denied = await answering(failing)(toolCall());
    expect(denied).toMatchObject({ result: { decision: 'deny', reasonCode: ['hook_failed'] } });
    const report = (note: ServeNote): void => void notes.push(note);
    const faulty = await answering(throwing, { report })(toolCall());
    expect(faulty).toMatchObject({ id: 'one', error: { code: -32603 } });
    expect(JSON.stringify([denied, faulty])).not.toContain('secret');
    expect(notes).toMatchObject([
      { kind: 'fault', code: -32603, cause: { message: 'secret path' } },
    ]);
  });

  test('a denial after a person has approved is a deny, and no failure that a posture may allow', async () => {
    const hooks = createHooks({ approver: () => ({ approved: true }) });
    hooks.addHook('preToolCall', () => ask('a refund'));
    const denial = { reason: 'Switched off.', code: 'killed', event: 'preToolCall' };
    hooks.observe(
      'preToolCall',
      () => {
        throw new DeniedError({ decision: 'deny', by: 'switch', policy: 'switch', ...denial });
      },
      { run: 'sequence', onError: 'throw' },
    );
    expect(await answering(hooks)(toolCall())).toMatchObject({
      result: { decision: 'deny', reasonCode: ['killed'] },
    });
  });

  test('closed hooks decide nothing', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    await hooks.close();
    expect(await answering(hooks)(toolCall())).toHaveProperty('error');
  });

  test('repairs are reported in the answer and to the operator', async () => {
    const notes: ServeNote[] = [];
    const report = (note: ServeNote): void => void notes.push(note);
    const { toolCallResult, ...rest } = toolResult()['params'] as { toolCallResult: Dict };
    const flat = { ...toolResult(), params: { ...rest, ...toolCallResult } };
    const answer = await answering(createHooks(), { report })(flat);
    expect(answer).toMatchObject({ result: { data: { repairs: ['tool-result-nest'] } } });
    expect(notes).toMatchObject([{ kind: 'repair', repairs: ['tool-result-nest'] }]);
  });

  test('an A2A step that tells neither agent in full is refused, since its way cannot be told', async () => {
    const agent = { url: 'https://a.example', name: 'a', version: '1' };
    const sides = { from: { agent, role: 'client' }, to: { agent, role: 'server' } };
    const params = { payload: {}, context: sides };
    const request = { jsonrpc: '2.0', id: 1, method: 'tasks/get', params };
    expect(await answering(createHooks())(request)).toMatchObject({ error: { code: -32602 } });
  });
});

describe('serve refuses', () => {
  const untyped = serve as (...given: readonly unknown[]) => unknown;
  const policy = { name: 'closed', hooks: { preToolCall: () => undefined } };

  test.for<[string, readonly unknown[], string]>([
    ['a policy for its hooks', [policy], 'these hooks do not come from createHooks; pass what'],
    ['no hooks', [], 'these hooks do not come from createHooks; pass what'],
    ['a limit that is none', [createHooks(), { maxDepth: '64' }], 'maxDepth is "64" in serve'],
    ['a size that is none', [createHooks(), { maxRequestBytes: NaN }], 'maxRequestBytes is NaN'],
    ['a token that is no text', [createHooks(), { token: 7 }], 'token is 7 in serve; pass a'],
    ['a third argument', [createHooks(), {}, { token: 'secret' }], 'serve got more arguments'],
  ])('%s', ([, given, message]) => {
    expect(() => untyped(...given)).toThrow(`[invalid_option] ${message}`);
  });
});
