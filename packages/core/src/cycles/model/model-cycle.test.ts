import { describe, expect, test } from 'vitest';

import { modelCycle } from '../../adapter.ts';
import {
  createHooks,
  deny,
  DeniedError,
  respond,
  type ModelRequest,
  type ModelResponse,
} from '../../index.ts';
import { logEvents } from '../../../test/event-log.ts';
import { modelStep } from '../../../test/model-step.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import {
  sampleCall,
  sampleRequest,
  textMessage,
  textResponse,
} from '../../../test/sample-values.ts';

describe('a model call', () => {
  test('to which nobody listens builds neither request nor response', async () => {
    let built = 0;
    const count = (): never => {
      built++;
      throw new Error('built');
    };
    const step = modelStep({ request: count, response: count, call: () => ({ said: 'hi' }) });
    const outcome = await modelCycle(await openTestChat(createHooks()), step);
    expect(outcome).toEqual({ kind: 'response', native: { said: 'hi' } });
    expect(built).toBe(0);
  });

  test('returns the native answer by identity where nobody changed it', async () => {
    const hooks = createHooks();
    for (const event of ['preRequest', 'onResponse', 'onAgentResponse'] as const)
      hooks.addHook(event, () => undefined);
    const native = { said: 'hi' };
    const outcome = await modelCycle(await openTestChat(hooks), modelStep({ call: () => native }));
    expect(outcome).toEqual({ kind: 'response', native });
    expect(outcome.kind === 'response' && outcome.native).toBe(native);
  });

  test('counts iterations from 0', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    for (const event of ['preRequest', 'onResponse', 'onAgentResponse'] as const)
      hooks.addHook(event, ({ iteration }) => void seen.push(iteration));
    const chat = await openTestChat(hooks);
    for (let n = 0; n < 2; n++) await modelCycle(chat, modelStep());
    expect(seen).toEqual([0, 0, 0, 1, 1, 1]);
  });

  test('goes out as the hooks left its request', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) => ({ request: { ...request, model: 'small' } }));
    const requests: unknown[] = [];
    hooks.addHook('onResponse', ({ request }) => void requests.push(request.model));
    const sent: ModelRequest[] = [];
    await modelCycle(await openTestChat(hooks), modelStep({ sent }));
    expect(sent).toEqual([{ ...sampleRequest(), model: 'small' }]);
    expect(requests).toEqual(['small']);
  });

  test('that is denied is not made, and the caller gets a refusal', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    hooks.addHook('preRequest', () => deny('no'), { name: 'guard' });
    const sent: ModelRequest[] = [];
    const outcome = await modelCycle(await openTestChat(hooks), modelStep({ sent }));
    expect(outcome).toMatchObject({ kind: 'denied', text: 'Blocked by policy.', throws: false });
    expect(sent).toEqual([]);
    expect(log).not.toContain('onResponse');
  });

  test('refused by hooks that throw refusals says so', async () => {
    const hooks = createHooks({ onDeny: 'throw' });
    hooks.addHook('preRequest', () => deny('no'));
    const outcome = await modelCycle(await openTestChat(hooks), modelStep());
    expect(outcome).toMatchObject({ kind: 'denied', throws: true });
    expect(outcome.kind === 'denied' && new DeniedError(outcome.denial).code).toBe('denied');
  });

  test('may be answered by a verdict, which still passes the events after it', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('preRequest', () => respond({ response: textResponse('cached') }));
    for (const event of ['onResponse', 'onAgentResponse'] as const)
      hooks.addHook(event, ({ synthetic }) => void seen.push(`${event} ${synthetic}`));
    const sent: ModelRequest[] = [];
    const outcome = await modelCycle(await openTestChat(hooks), modelStep({ sent }));
    expect(outcome).toEqual({ kind: 'response', changed: textResponse('cached') });
    expect(seen).toEqual(['onResponse true', 'onAgentResponse true']);
    expect(sent).toEqual([]);
  });

  test.each([
    ['a text', 'Hello.', { content: [{ type: 'text', text: 'Hello.' }], finishReason: 'stop' }],
    ['a response', textResponse('Hi.'), textResponse('Hi.')],
  ] as const)('may be spared by %s that answers the user message', async (_, answer, response) => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    hooks.addHook('onUserMessage', () => ({ answer }));
    const sent: ModelRequest[] = [];
    const outcome = await modelCycle(await openTestChat(hooks), modelStep({ sent }));
    expect(outcome).toEqual({ kind: 'response', changed: response });
    expect(sent).toEqual([]);
    expect(log.slice(2)).toEqual(['onUserMessage', 'onMessage', 'onAgentResponse', 'onMessage']);
  });
});

describe('a response', () => {
  test('as the hooks left it is what runs and what is remembered', async () => {
    const hooks = createHooks();
    const calls = { content: [{ type: 'tool-call', ...sampleCall({ cents: 1 }) }] } as const;
    const messages: unknown[] = [];
    hooks.addHook('onResponse', () => ({ response: calls }));
    hooks.observe('onMessage', ({ message }) => void messages.push(message.content));
    const continues = (response: ModelResponse) => response === calls;
    const outcome = await modelCycle(await openTestChat(hooks), modelStep({ continues }));
    expect(outcome).toEqual({ kind: 'response', native: { said: 'hi' }, changed: calls });
    expect(messages.at(-1)).toEqual(calls.content);
  });

  test('that continues is no final answer', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    const chat = await openTestChat(hooks);
    await modelCycle(chat, modelStep({ continues: () => true }));
    expect(log).not.toContain('onAgentResponse');
    await modelCycle(chat, modelStep());
    expect(log.filter((event) => event === 'onAgentResponse')).toHaveLength(1);
  });

  test.each(['onResponse', 'onAgentResponse'] as const)(
    'denied at %s never leaves, nor enters history',
    async (event) => {
      const hooks = createHooks();
      const roles: string[] = [];
      hooks.addHook(event, () => deny('private'), { name: 'guard' });
      hooks.observe('onMessage', ({ message }) => void roles.push(message.role));
      const outcome = await modelCycle(await openTestChat(hooks), modelStep({ said: 'secret' }));
      expect(outcome).toMatchObject({ kind: 'denied', denial: { event, policy: 'guard' } });
      expect(JSON.stringify(outcome)).not.toContain('secret');
      expect(roles).toEqual(['user']);
    },
  );

  test('changed as the final answer keeps the rest of the response', async () => {
    const hooks = createHooks();
    hooks.addHook('onAgentResponse', () => ({ message: textMessage('cleaned', 'assistant') }));
    const response = (): ModelResponse => ({ ...textResponse('raw'), usage: { outputTokens: 3 } });
    const outcome = await modelCycle(await openTestChat(hooks), modelStep({ response }));
    expect(outcome).toMatchObject({
      changed: { content: [{ text: 'cleaned' }], usage: { outputTokens: 3 }, finishReason: 'stop' },
    });
  });

  test('turned into an error fires onRequestError once', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    hooks.addHook('onResponse', () => ({ error: 'unusable' }));
    const outcome = await modelCycle(await openTestChat(hooks), modelStep());
    expect(outcome).toEqual({ kind: 'error', error: { message: 'unusable' } });
    expect(log.filter((event) => /onRe/.test(event))).toEqual(['onResponse', 'onRequestError']);
  });

  test('that the adapter cannot read fails its call, and not the end of its chat', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    hooks.addHook('onResponse', () => undefined);
    const chat = await openTestChat(hooks);
    const response = (): never => {
      throw new Error('unreadable');
    };
    const outcome = await modelCycle(chat, modelStep({ response }));
    expect(outcome).toMatchObject({ kind: 'error', error: { message: 'unreadable' } });
    await chat.end({ kind: 'error', error: new Error('unreadable') });
    expect(log).toContain('onChatError');
  });
});
