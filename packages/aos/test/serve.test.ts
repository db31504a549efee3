import { createHooks, deny, type BaseContext, type Dict, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { serve, type ServeNote, type ServeOptions } from '../src/index.ts';

const CONTEXT = {
  agent: {
    id: 'clerk',
    name: 'Clerk',
    instructions: 'Be exact.',
    version: '3.1.0',
    provider: { name: 'Models', url: 'https://models.example' },
    model: { id: 'm-1', name: 'm-large', provider: { name: 'Models' } },
  },
  session: { id: 'sess-42' },
  turnId: 'turn-7',
  stepId: 's5',
  timestamp: '2026-01-05T09:00:00.000Z',
  user: { id: 'user-9', organization: { id: 'org-1' } },
};

function toolCall(params: Dict = {}, id: string | number = 'one'): Dict {
  const inputs = [{ name: 'cents', value: 5 }];
  const toolCallRequest = { executionId: 'exec-1', toolId: 'refund', inputs };
  return {
    jsonrpc: '2.0',
    id,
    method: 'steps/toolCallRequest',
    params: { toolCallRequest, context: CONTEXT, ...params },
  };
}

function toolResult(context: Dict = CONTEXT): Dict {
  const result = { outputs: [{ kind: 'text', text: 'paid' }], isError: false };
  const params = { toolCallResult: { executionId: 'exec-1', result }, context };
  return { jsonrpc: '2.0', id: 'two', method: 'steps/toolCallResult', params };
}

type Handler = (request: Request) => Promise<Response>;

async function post(
  handler: Handler,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly json: Dict }> {
  const response = await handler(
    new Request('http://guardian.invalid/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, json: isJson ? ((await response.json()) as Dict) : {} };
}

function answering(hooks: Hooks, options?: ServeOptions): (body: unknown) => Promise<Dict> {
  const handler = serve(hooks, options);
  return async (body) => (await post(handler, body)).json;
}

describe('who is answered', () => {
  test('nobody without the token', async () => {
    const handler = serve(createHooks(), { token: 'secret' });
    const wrong = ['', 'Bearer', 'Bearer secret1', 'Bearer secre', 'Basic secret', 'bearer secret'];
    for (const authorization of wrong)
      expect((await post(handler, toolCall(), { authorization })).status).toBe(401);
    expect((await post(handler, toolCall(), { authorization: 'Bearer secret' })).status).toBe(200);
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

  test.each([
    ['a request larger than the limit', call, { maxRequestBytes: 100 }, 413, -32600],
    ['nesting deeper than the limit', nested, {}, 200, -32600],
    ['nesting a million levels deep', '['.repeat(1_000_000), {}, 200, -32600],
    ['a batch', `[${call},${call}]`, {}, 200, -32600],
    ['no JSON', '{', {}, 200, -32700],
    ['nothing', '', {}, 200, -32700],
    ['a notification', JSON.stringify({ ...toolCall(), id: undefined }), {}, 200, -32600],
    ['an input that is there twice', doubled(), {}, 200, -32602],
  ] as const)('%s', async (_, body, options, status, code) => {
    const answer = await post(serve(hooks, options), body);
    expect(answer).toMatchObject({ status, json: { jsonrpc: '2.0', error: { code } } });
    expect(heard).toBe(0);
  });

  test('a body that lies about its length is cut off at the limit', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1000).fill(32)),
    });
    const headers = { 'content-type': 'application/json', 'content-length': '10' };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const request = new Request('http://guardian.invalid/', init as RequestInit);
    expect((await serve(hooks, { maxRequestBytes: 5000 })(request)).status).toBe(413);
  });
});

function doubled(): string {
  const inputs = [5, 6].map((value) => ({ name: 'cents', value }));
  const toolCallRequest = { executionId: 'exec-1', toolId: 'refund', inputs };
  return JSON.stringify(toolCall({ toolCallRequest }));
}

describe('what hooks of a guardian see', () => {
  test('is the step as its sender has it', async () => {
    const hooks = createHooks();
    const seen: BaseContext[] = [];
    hooks.addHook('preToolCall', (ctx) => void seen.push(ctx));
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const request = toolCall({ reasoning: 'the user asked' });
    await post(serve(hooks), request, { traceparent, tracestate: 'a=1' });
    const [ctx] = seen;
    expect(ctx).toMatchObject({
      chatId: 'turn-7',
      agent: { id: 'clerk', name: 'Clerk', version: '3.1.0', model: 'm-1' },
      user: { id: 'user-9', organisation: 'org-1' },
      trace: { traceparent, tracestate: 'a=1' },
      reasoning: 'the user asked',
      can: ['allow', 'deny', 'ask', 'modify'],
      host: { framework: 'aos', native: request },
    });
    expect(ctx?.session.id).toBe('sess-42');
  });

  test('keeps its state from step to step of a session, and apart from others', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', async ({ session }) => {
      const calls = await session.state.update<number>('calls', (count = 0) => count + 1);
      return calls > 1 ? deny('only one') : undefined;
    });
    const answer = answering(hooks);
    const elsewhere = toolCall({ context: { ...CONTEXT, session: { id: 'sess-43' } } });
    const requests = [toolCall(), toolCall(), elsewhere];
    const decisions: unknown[] = [];
    for (const request of requests)
      decisions.push(((await answer(request))['result'] as Dict)['decision']);
    expect(decisions).toEqual(['allow', 'deny', 'allow']);
  });
});

describe('the result of a call that names only its execution id', () => {
  const noShell = (): Hooks => {
    const hooks = createHooks();
    const seal = (): ReturnType<typeof deny> => deny('sealed', { code: 'sealed' });
    hooks.addHook('onToolCallResult', seal, { tool: 'refund' });
    return hooks;
  };

  test('is that of the call which was asked about before', async () => {
    const answer = answering(noShell());
    await answer(toolCall());
    expect(await answer(toolResult())).toMatchObject({ result: { reasonCode: ['sealed'] } });
  });

  test('is withheld where a policy is bound to tools and nobody knows which tool it was', async () => {
    const answer = answering(noShell());
    const unknown = await answer(toolResult());
    expect(unknown).toMatchObject({ result: { decision: 'deny', reasonCode: ['call_unknown'] } });
    await answer(toolCall());
    const other = { ...CONTEXT, session: { id: 'another' } };
    expect(await answer(toolResult(other))).toMatchObject({
      result: { reasonCode: ['call_unknown'] },
    });
  });

  test('passes where no policy asks for the tool', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', () => undefined);
    expect(await answering(hooks)(toolResult())).toMatchObject({ result: { decision: 'allow' } });
  });
});

describe('what has no word in AOS', () => {
  test.each([
    ['respond', { result: 'free' }],
    ['retry', { decision: 'retry' }],
  ] as const)('%s is denied as unsupported', async (verb, said) => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', () =>
      verb === 'respond' ? { error: 'no' } : (said as never),
    );
    expect(await answering(hooks)(toolResult())).toMatchObject({
      result: { decision: 'deny', reasonCode: [`${verb}_unsupported`] },
    });
  });

  test('an ask is settled by the approver of the guardian', async () => {
    const decisions: unknown[] = [];
    for (const approved of [true, false]) {
      const hooks = createHooks({ approver: () => ({ approved }) });
      hooks.addHook('preToolCall', () => ({ decision: 'ask', reason: 'sure?' }));
      decisions.push(((await answering(hooks)(toolCall()))['result'] as Dict)['decision']);
    }
    expect(decisions).toEqual(['allow', 'deny']);
  });
});

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
