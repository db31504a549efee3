import { expectTypeOf, test } from 'vitest';

import {
  createHooks,
  type Context,
  type Message,
  type ModelRequest,
  type ModelResponse,
  type Tool,
  type ToolCall,
} from '../../index.ts';

const hooks = createHooks();

test('the context carries the payload of its event', () => {
  hooks.addHook('preRequest', (ctx) => {
    expectTypeOf(ctx.event).toEqualTypeOf<'preRequest'>();
    expectTypeOf(ctx.request).toEqualTypeOf<ModelRequest>();
    expectTypeOf(ctx.iteration).toEqualTypeOf<number | undefined>();
    // @ts-expect-error the response is not there yet
    void ctx.response;
  });
  hooks.addHook('onResponse', ({ response, request, synthetic }) => {
    expectTypeOf(response).toEqualTypeOf<ModelResponse>();
    expectTypeOf(request).toEqualTypeOf<ModelRequest>();
    expectTypeOf(synthetic).toEqualTypeOf<boolean>();
  });
  hooks.addHook('preToolCall', ({ call, tool, scope }) => {
    expectTypeOf(call.args).toEqualTypeOf<Readonly<Record<string, unknown>>>();
    expectTypeOf(tool).toEqualTypeOf<Tool>();
    expectTypeOf(scope).toEqualTypeOf<string | undefined>();
  });
  hooks.addHook('onToolCallError', ({ cause, originalCall }) => {
    expectTypeOf(originalCall).toExtend<ToolCall>();
    expectTypeOf(cause).toExtend<string>();
    // @ts-expect-error there is no such cause
    void (cause === 'bored');
  });
  hooks.addHook('onChatDone', ({ reason, response }) => {
    expectTypeOf(reason).toEqualTypeOf<'completed' | 'denied' | 'suspended'>();
    expectTypeOf(response).toEqualTypeOf<Message | undefined>();
  });
});

test('an unknown event does not compile', () => {
  // @ts-expect-error a letter is missing
  hooks.addHook('preToolCal', () => undefined);
  // @ts-expect-error everything can be observed, not intercepted
  hooks.addHook('*', () => undefined);
  // @ts-expect-error a letter is missing
  hooks.observe('onChatDon', () => undefined);
});

test('can lists the verbs of its event', () => {
  hooks.addHook('onAgentResponse', ({ can }) => {
    expectTypeOf(can).toEqualTypeOf<readonly ('allow' | 'deny' | 'modify' | 'ask' | 'retry')[]>();
    void can.includes('retry');
    // @ts-expect-error no verdict answers for the agent here
    void can.includes('respond');
  });
  hooks.addHook('onChatStart', ({ can }) => {
    expectTypeOf(can).toEqualTypeOf<readonly never[]>();
  });
});

test('an observer of everything narrows by event', () => {
  hooks.observe('*', (ctx, record) => {
    expectTypeOf(record?.decision).toExtend<string | undefined>();
    expectTypeOf(ctx.session.id).toBeString();
    // @ts-expect-error not every event carries a call
    void ctx.call;
    if (ctx.event === 'preToolCall') expectTypeOf(ctx.call).toExtend<ToolCall>();
    if (ctx.event === 'onChatError') expectTypeOf(ctx.error).toBeUnknown();
  });
});

test('the context is read-only', () => {
  hooks.addHook('preToolCall', (ctx) => {
    // @ts-expect-error the payload is replaced by a verdict
    ctx.call = { id: '1', name: 'search', args: {} };
    // @ts-expect-error so are its parts
    ctx.call.name = 'search';
    // @ts-expect-error and the arguments
    ctx.call.args['path'] = '/';
    // @ts-expect-error the identity is the host's
    ctx.chatId = 'other';
    // @ts-expect-error as is the session
    ctx.session.id = 'other';
    // @ts-expect-error and its history
    ctx.session.history.push();
    // @ts-expect-error the host says what it can do
    ctx.can = [];
    ctx.metadata['seen'] = true;
  });
});

test('contexts can be named', () => {
  const nameOf = (ctx: Context<'preToolCall' | 'onToolCallResult'>): string => ctx.call.name;
  hooks.addHook('preToolCall', (ctx) => void nameOf(ctx));
  hooks.addHook('onToolCallResult', (ctx) => void nameOf(ctx));
  // @ts-expect-error a request has no tool
  hooks.addHook('preRequest', (ctx) => void nameOf(ctx));
});
