import { describe, expect, test } from 'vitest';

// @boundaries-ignore shared by tests only
import { slowHooks } from '../../../../testing/test/slow-hooks.ts';
import { frozenCopy, gateToolCall, modelCycle, toolCycle, type ModelStep } from '../../adapter.ts';
import { createHooks, type ModelRequest } from '../../index.ts';
import { modelStep, type NativeAnswer } from '../../../test/model-step.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { sampleCall, sampleRequest, textMessage } from '../../../test/sample-values.ts';
import { toolStep } from '../../../test/tool-step.ts';

/** A step of a host whose request is the app's own object; it tells what it is asked to send, and how often it reads. */
function liveStep(live: { text: string }) {
  const sent: (ModelRequest | undefined)[][] = [];
  const shown = frozenCopy(sampleRequest(live.text));
  let reads = 0;
  const step: ModelStep<NativeAnswer> = modelStep({
    request: () => shown,
    reread() {
      reads++;
      return live.text === 'hello' ? shown : sampleRequest(live.text);
    },
    call(...given) {
      sent.push(given);
      return { said: 'hi' };
    },
  });
  return { step, sent, shown, reads: () => reads };
}

describe('a request that the app changes while hooks decide', () => {
  test.each(['preRequest', 'onUserMessage'] as const)(
    'is sent as they saw it, in objects of its own: %s',
    async (event) => {
      const live = { text: 'hello' };
      const { step, sent, shown } = liveStep(live);
      const hooks = slowHooks(event, () => {
        live.text = 'secret';
      });
      await modelCycle(await openTestChat(hooks), step);
      const [[changed, original] = []] = sent;
      expect(changed).toEqual(shown);
      expect(changed?.messages[0]).not.toBe(shown.messages[0]);
      expect(original).toEqual(sampleRequest('secret'));
    },
  );

  test('is sent as they changed it, without any part that the app changed', async () => {
    const live = { text: 'hello' };
    const { step, sent, shown } = liveStep(live);
    const hooks = createHooks();
    const added = textMessage('added');
    hooks.addHook('preRequest', async ({ request }) => {
      await Promise.resolve();
      live.text = 'secret';
      return { request: { ...request, messages: [...request.messages, added] } };
    });
    await modelCycle(await openTestChat(hooks), step);
    const messages = sent[0]?.[0]?.messages;
    expect(messages).toEqual([...shown.messages, added]);
    expect(messages?.[0]).not.toBe(shown.messages[0]);
  });

  test('is sent again as they saw it', async () => {
    const live = { text: 'hello' };
    const { step, sent, shown } = liveStep(live);
    const hooks = createHooks();
    hooks.addHook('preRequest', () => undefined);
    hooks.addHook('onResponse', ({ attempt }) => {
      live.text = 'secret';
      return attempt === 1 ? { decision: 'retry' } : undefined;
    });
    await modelCycle(await openTestChat(hooks), step);
    expect(sent).toHaveLength(2);
    expect(sent[0]?.[0]).toBeUndefined();
    expect(sent[1]?.[0]).toEqual(shown);
  });

  const events = ['preRequest', 'onUserMessage'] as const;
  test.each(events)('is compared only where something was awaited: %s', async (event) => {
    const waiting = liveStep({ text: 'hello' });
    await modelCycle(await openTestChat(slowHooks(event, () => undefined)), waiting.step);
    expect([waiting.reads(), waiting.sent[0]?.[0]]).toEqual([1, undefined]);
    const hooks = createHooks();
    hooks.addHook(event as 'preRequest', () => undefined);
    const atOnce = liveStep({ text: 'hello' });
    await modelCycle(await openTestChat(hooks), atOnce.step);
    expect([atOnce.reads(), atOnce.sent[0]?.[0]]).toEqual([0, undefined]);
  });
});

test('an answer that changes while hooks decide is passed on as they saw it', async () => {
  const native = { said: 'fine' };
  const hooks = slowHooks('onResponse', () => {
    native.said = 'secret';
  });
  const step = modelStep({ reread: () => sampleRequest(), call: () => native });
  expect(await modelCycle(await openTestChat(hooks), step)).toMatchObject({
    kind: 'response',
    changed: { content: [{ type: 'text', text: 'fine' }] },
  });
});

describe('the arguments of a call', () => {
  test('that change while hooks decide reach the tool as they saw them, as objects that it may write to', async () => {
    const live = { order: { cents: 100 } };
    const call = sampleCall(frozenCopy(live));
    const hooks = slowHooks('preToolCall', () => {
      live.order.cents = 9999;
    });
    const ran: unknown[] = [];
    const run = ({ args }: typeof call) => {
      (args as typeof live).order.cents++;
      ran.push(args);
    };
    await toolCycle(await openTestChat(hooks), toolStep({ call, args: () => live, run }));
    expect(ran).toEqual([{ order: { cents: 101 } }]);
    expect(call.args).toEqual({ order: { cents: 100 } });
  });

  test('that change after their approval reach the tool as they were approved', async () => {
    const live = { cents: 100 };
    const call = sampleCall(frozenCopy(live));
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    const chat = await openTestChat(hooks);
    const ran: unknown[] = [];
    const run = (left: typeof call) => ran.push(left === call ? live : left.args);
    const step = toolStep({ call, args: () => live, run });
    await gateToolCall(chat, step);
    live.cents = 9999;
    await toolCycle(chat, step);
    expect(ran).toEqual([{ cents: 100 }]);
  });

  test('are the same objects for the tool if nobody changed them', async () => {
    const live = { cents: 100 };
    const call = sampleCall(frozenCopy(live));
    const ran: unknown[] = [];
    const step = toolStep({ call, args: () => live, run: (left) => ran.push(left) });
    await toolCycle(await openTestChat(slowHooks('preToolCall', () => undefined)), step);
    expect(ran[0]).toBe(call);
  });
});

describe('the result of a call', () => {
  test.each([
    ['an object', frozenCopy],
    ['a text', (native: unknown) => (native as { state: string }).state],
  ])('that changes while hooks decide is passed on as they saw it: %s', async (_, result) => {
    const order = { state: 'paid' };
    const hooks = slowHooks('onToolCallResult', () => {
      order.state = 'secret';
    });
    const outcome = await toolCycle(
      await openTestChat(hooks),
      toolStep({ run: () => order, result }),
    );
    expect(outcome).toMatchObject({ result: result({ state: 'paid' }), changed: true });
  });

  test('is the very object of the tool if nobody changed it', async () => {
    const order = { state: 'paid' };
    const chat = await openTestChat(slowHooks('onToolCallResult', () => undefined));
    const outcome = await toolCycle(chat, toolStep({ run: () => order, result: frozenCopy }));
    expect(outcome).toMatchObject({ changed: false });
    expect((outcome as { result: unknown }).result).toBe(order);
  });
});
