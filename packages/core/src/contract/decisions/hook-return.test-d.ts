import { expectTypeOf, test } from 'vitest';

import {
  allow,
  ask,
  createHooks,
  deny,
  modify,
  respond,
  retry,
  type HookReturn,
  type ModelResponse,
  type ToolCall,
  type Verdict,
} from '../../index.ts';

const hooks = createHooks();
const response: ModelResponse = { content: [{ type: 'text', text: 'hello' }] };

test('a hook may say nothing in every way there is', () => {
  hooks.addHook('preToolCall', () => {});
  hooks.addHook('preToolCall', () => undefined);
  hooks.addHook('preToolCall', () => ({}));
  hooks.addHook('preToolCall', async () => {});
  hooks.addHook('preToolCall', async () => ({}));
  // @ts-expect-error null is no way to say nothing
  hooks.addHook('preToolCall', () => null);
  // @ts-expect-error a boolean is no verdict
  hooks.addHook('preToolCall', () => true);
  // @ts-expect-error a word is no verdict
  hooks.addHook('preToolCall', async () => 'deny');
});

test('verdicts fit the events that take them, at once or later', () => {
  hooks.addHook('preToolCall', () => allow());
  hooks.addHook('preToolCall', () =>
    deny('no', { code: 'no', message: 'No.', data: { tries: 1 } }),
  );
  hooks.addHook('preToolCall', async () => ask('sure?', { remember: 'chat', timeoutMs: 1000 }));
  hooks.addHook('preToolCall', ({ call }) => modify({ ...call, args: {} }));
  hooks.addHook('preToolCall', () => respond({ result: undefined }));
  hooks.addHook('onToolCallResult', () => retry({ delayMs: 10 }));
  hooks.addHook('onResponse', async () => retry());
});

test('a verb the event does not take does not compile', () => {
  // @ts-expect-error a call that has not run cannot be run again
  hooks.addHook('preToolCall', () => retry());
  // @ts-expect-error nor later
  hooks.addHook('preToolCall', async () => retry());
  // @ts-expect-error nor written by hand
  hooks.addHook('preToolCall', () => ({ decision: 'retry' }));
  // @ts-expect-error text that is already leaving waits for nobody
  hooks.addHook('onResponseDelta', () => ask('sure?'));
  // @ts-expect-error there is no outcome of a system message
  hooks.addHook('onSystemMessage', () => respond({ answer: 'hello' }));
  // @ts-expect-error an inventory change has no slot
  hooks.addHook('onInventoryChange', () => modify({ change: 'added' }));
  // @ts-expect-error there is no such decision
  hooks.addHook('preToolCall', () => ({ decision: 'block', reason: 'no' }));
  // @ts-expect-error a deny says why
  hooks.addHook('preToolCall', () => ({ decision: 'deny' }));
});

test('the value of a modify is the slot', () => {
  hooks.addHook('preRequest', ({ request }) => modify({ ...request, model: 'small' }));
  // @ts-expect-error a response is no request
  hooks.addHook('preRequest', () => modify(response));
  // @ts-expect-error a call without its id is no call
  hooks.addHook('preToolCall', () => modify({ name: 'search', args: {} }));
});

test('the outcome of a respond is one of the event', () => {
  hooks.addHook('preRequest', () => respond({ response }));
  hooks.addHook('preRequest', () => respond({ error: 'out of budget' }));
  hooks.addHook('onUserMessage', () => respond({ answer: 'closed' }));
  // @ts-expect-error a request has a response, not a result
  hooks.addHook('preRequest', () => respond({ result: 1 }));
  // @ts-expect-error one outcome, not two
  hooks.addHook('preRequest', () => respond({ response, error: 'both' }));
  // @ts-expect-error a response is not a text
  hooks.addHook('preRequest', () => respond({ response: 'hello' }));
});

test('short forms fit their event, with literals typed by it', () => {
  hooks.addHook('preRequest', () => ({ response: { content: [{ type: 'text', text: 'hello' }] } }));
  hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { path: '/' } } }));
  hooks.addHook('preToolCall', () => ({ result: undefined }));
  hooks.addHook('preToolCall', async () => ({ error: new Error('closed') }));
  hooks.addHook('onUserMessage', async () => ({
    message: { role: 'user', content: [{ type: 'text', text: 'hello' }] },
  }));
  // @ts-expect-error no part is of this type
  hooks.addHook('preRequest', () => ({ response: { content: [{ type: 'txt', text: '' }] } }));
});

test('a short form of another event does not compile', () => {
  // @ts-expect-error a request has no result
  hooks.addHook('preRequest', () => ({ result: 1 }));
  // @ts-expect-error the slot is called call
  hooks.addHook('preToolCall', ({ call }) => ({ calls: call }));
  // @ts-expect-error what has arrived is replaced, not answered
  hooks.addHook('onToolCallResult', ({ call }) => ({ call }));
  // @ts-expect-error a delta is a text
  hooks.addHook('onResponseDelta', () => ({ delta: 1 }));
});

test('two keys at once do not compile', () => {
  // @ts-expect-error input and output together say nothing clear
  hooks.addHook('preToolCall', ({ call }) => ({ call, result: 1 }));
  // @ts-expect-error nor two outcomes
  hooks.addHook('preToolCall', () => ({ result: 1, error: 'failed' }));
  // @ts-expect-error nor later
  hooks.addHook('preToolCall', async ({ call }) => ({ call, error: 'failed' }));
  // @ts-expect-error nor one of another event
  hooks.addHook('preToolCall', ({ call }) => ({ call, request: {} }));
  // @ts-expect-error nor a verdict with a short form
  hooks.addHook('preToolCall', ({ call }) => ({ decision: 'allow', call }));
  // @ts-expect-error nor a deny with an outcome
  hooks.addHook('preToolCall', () => ({ decision: 'deny', reason: 'no', result: 1 }));
});

test('a function may return different forms on different ways', () => {
  hooks.addHook('preToolCall', async ({ call }) => {
    if (call.name === 'exec') return deny('no shell');
    if (call.name === 'clock') return { result: 12 };
    if (call.name === 'search') return { call: { ...call, args: {} } };
    return undefined;
  });
  // @ts-expect-error one wrong way is enough
  hooks.addHook('preToolCall', ({ call }) => {
    if (call.name === 'exec') return deny('no shell');
    return retry();
  });
});

test('who watches cannot decide', () => {
  const seen: string[] = [];
  hooks.addHook('onChatStart', ({ chatId }) => seen.push(chatId));
  hooks.addHook('onChatDone', async ({ response: answer }) => answer);
  // @ts-expect-error a chat that has started cannot be denied
  hooks.addHook('onChatStart', () => deny('no'));
  // @ts-expect-error nor later
  hooks.addHook('onChatStart', async () => deny('no'));
  hooks.observe('preToolCall', ({ call }) => new Map([[call.id, call]]));
  // @ts-expect-error an observer of a call cannot deny it either
  hooks.observe('preToolCall', () => deny('no'));
  // @ts-expect-error nor one of everything
  hooks.observe('*', async () => allow());
});

test('verdicts and returns can be named by their event', () => {
  expectTypeOf<Verdict<'onInventoryChange'>['decision']>().toEqualTypeOf<'allow' | 'deny'>();
  expectTypeOf<Verdict<'preToolCall'>['decision']>().toEqualTypeOf<
    'allow' | 'deny' | 'modify' | 'respond' | 'ask'
  >();
  expectTypeOf<
    Extract<Verdict<'preToolCall'>, { decision: 'modify' }>['value']
  >().toEqualTypeOf<ToolCall>();
  expectTypeOf<{ answer: string }>().toExtend<HookReturn<'onUserMessage'>>();
  expectTypeOf<{ answer: string }>().not.toExtend<HookReturn<'onSystemMessage'>>();
});
