import { describe, expect, test } from 'vitest';

import { modelCycle, openChat, toolCycle, type ChatEnding } from '../adapter.ts';
import { createHooks, type Hooks, type Message } from '../index.ts';
import { logEvents } from '../../test/event-log.ts';
import { modelStep } from '../../test/model-step.ts';
import { completeChat, openTestChat } from '../../test/open-test-chat.ts';
import { pauseFor } from '../../test/pause-for.ts';
import { sampleCall, textMessage } from '../../test/sample-values.ts';
import { toolStep } from '../../test/tool-step.ts';

const ENDINGS: readonly ChatEnding[] = [
  { kind: 'done', reason: 'completed' },
  { kind: 'done', reason: 'denied' },
  { kind: 'done', reason: 'suspended' },
  { kind: 'abort', reason: 'left' },
  { kind: 'error', error: new Error('x') },
];

const endings = (log: readonly string[]): string[] =>
  log.filter((event) => ['onChatDone', 'onChatAbort', 'onChatError'].includes(event));

describe('a chat', () => {
  test('belongs to the trace of the chat that called it, unless it names one', async () => {
    const hooks = createHooks();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const parent = await openTestChat(hooks, { trace: { traceparent } });
    const child = await openTestChat(hooks, { parent });
    const own = { traceparent: traceparent.replace('4b', '5b') };
    const other = await openTestChat(hooks, { parent, trace: own });
    expect([child.trace, other.trace]).toEqual([{ traceparent }, own]);
  });

  test('belongs to no chat that has ended, as if code called it that the chat left behind', async () => {
    const hooks = createHooks();
    const parent = await openTestChat(hooks, { trace: { traceparent: '00-1-2-01' } });
    await parent.end({ kind: 'abort', reason: 'the user left' });
    const chat = await openTestChat(hooks, { parent });
    expect(chat).toMatchObject({ aborted: false, parentChatId: undefined, trace: undefined });
    expect(chat.session.id).not.toBe(parent.session.id);
  });

  test('looks at its last response only where somebody hears of the end', async () => {
    const hooks = createHooks();
    const frozen: boolean[] = [];
    for (const listens of [false, true]) {
      if (listens) hooks.observe('onChatDone', () => undefined);
      const response: Message = { role: 'assistant', content: [] };
      const chat = await openTestChat(hooks);
      await chat.end({ kind: 'done', reason: 'completed', response });
      frozen.push(Object.isFrozen(response));
    }
    expect(frozen).toEqual([false, true]);
  });

  test('fires its events in the order of the contract', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    const chat = await openTestChat(hooks, { trigger: { kind: 'mail', content: [] } });
    const request = () => ({ instructions: 'Be kind.', messages: [textMessage('hello')] });
    const calling = modelStep({
      request,
      response: () => ({ content: [{ type: 'tool-call', ...sampleCall() }] }),
      continues: () => true,
    });
    await modelCycle(chat, calling);
    await toolCycle(chat, toolStep());
    await modelCycle(chat, modelStep({ request }));
    await completeChat(chat);
    expect(log).toEqual([
      ...['onSessionStart', 'onTrigger', 'onChatStart'],
      ...['onUserMessage', 'onMessage', 'onSystemMessage'],
      ...['preRequest', 'onResponse', 'onMessage'],
      ...['preToolCall', 'onToolCallResult', 'onMessage'],
      ...['preRequest', 'onResponse', 'onAgentResponse', 'onMessage'],
      ...['onChatDone', 'onSessionEnd'],
    ]);
  });

  test('commits user, assistant, tool and assistant messages for one tool turn', async () => {
    const hooks = createHooks();
    const roles: string[] = [];
    hooks.observe('onMessage', ({ message }) => void roles.push(message.role));
    const chat = await openTestChat(hooks);
    await modelCycle(chat, modelStep({ continues: () => true }));
    await toolCycle(chat, toolStep());
    await modelCycle(chat, modelStep());
    expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  test.each(ENDINGS)('ended by %j has that ending alone', async (ending) => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    const chat = await openTestChat(hooks);
    expect(chat.ended).toBe(false);
    await Promise.all([chat.end(ending), ...ENDINGS.map((other) => chat.end(other))]);
    expect(chat.ended).toBe(true);
    const name = { done: 'onChatDone', abort: 'onChatAbort', error: 'onChatError' }[ending.kind];
    expect(endings(log)).toEqual([name]);
  });

  test('tells with its ending how it came about', async () => {
    const hooks = createHooks();
    const told: unknown[] = [];
    hooks.observe('onChatDone', ({ reason, response }) => void told.push([reason, response]));
    hooks.observe('onChatAbort', ({ reason }) => void told.push(reason));
    hooks.observe('onChatError', ({ error }) => void told.push(error));
    for (const ending of ENDINGS) await (await openTestChat(hooks)).end(ending);
    expect(told).toEqual([
      ['completed', undefined],
      ['denied', undefined],
      ['suspended', undefined],
      'left',
      new Error('x'),
    ]);
  });

  test('tells its final answer, unless the caller got another', async () => {
    const hooks = createHooks();
    const answers: unknown[] = [];
    hooks.observe('onChatDone', ({ response }) => void answers.push(response));
    const other = textMessage('other', 'assistant');
    for (const ending of [
      { kind: 'done', reason: 'completed' },
      { kind: 'done', reason: 'completed', response: other },
      { kind: 'done', reason: 'denied' },
    ] as const) {
      const chat = await openTestChat(hooks);
      await modelCycle(chat, modelStep({ said: 'hi' }));
      await chat.end(ending);
    }
    expect(answers).toEqual([textMessage('hi', 'assistant'), other, undefined]);
  });

  test('tells how long it took', async () => {
    const hooks = createHooks();
    let lasted = -1;
    hooks.observe('onChatDone', ({ durationMs }) => void (lasted = durationMs));
    const chat = await openTestChat(hooks);
    await pauseFor(12);
    await completeChat(chat);
    expect(lasted).toBeGreaterThanOrEqual(10);
    expect(lasted).toBeLessThan(5000);
  });

  test('starts with its messages, built only when somebody listens', async () => {
    const hooks = createHooks();
    let built = 0;
    const messages = (): [] => {
      built++;
      return [];
    };
    await openTestChat(hooks, { messages });
    expect(built).toBe(0);
    const seen: unknown[] = [];
    hooks.observe('onChatStart', (ctx) => void seen.push(ctx.messages));
    await openTestChat(hooks, { messages });
    await openTestChat(hooks);
    expect(seen).toEqual([[], []]);
    expect(built).toBe(1);
  });

  test('that fails aborts its signal with the error, one that is done does not', async () => {
    const hooks = createHooks();
    for (const [ending, reason] of [
      [ENDINGS[4]!, new Error('x')],
      [ENDINGS[3]!, 'left'],
      [ENDINGS[0]!, undefined],
    ] as const) {
      const chat = await openTestChat(hooks);
      const { signal } = chat;
      await chat.end(ending);
      expect([signal.aborted, signal.reason]).toEqual([reason !== undefined, reason]);
    }
  });

  test("stops following its caller's signal once it ended", async () => {
    const controller = new AbortController();
    const chat = await openTestChat(createHooks(), { signal: controller.signal });
    await completeChat(chat);
    controller.abort('late');
    expect(chat.signal.aborted).toBe(false);
  });

  test('has an aborted signal from the start where the caller had aborted', async () => {
    const chat = await openTestChat(createHooks(), { signal: AbortSignal.abort('early') });
    expect(chat.signal.reason).toBe('early');
  });

  test('is refused for hooks that createHooks did not make', async () => {
    const options = { host: { framework: 't', version: '1' }, agent: { id: 'a' } };
    for (const hooks of [{}, null, undefined, 'hooks'])
      await expect(openChat(hooks as Hooks, options)).rejects.toThrow('[invalid_option]');
  });
});
