import { expectTypeOf, test } from 'vitest';

import {
  createHooks,
  definePolicy,
  deny,
  modify,
  retry,
  typedTool,
  type ModelRequest,
  type Policy,
  type PolicyHooks,
  type ToolCall,
} from '../index.ts';

const refund = typedTool('refund', { execute: (input: { cents: number }) => input.cents });
const mail = typedTool('send_mail', { execute: (input: { to: string }) => input.to });

test('a policy is a name and what it hooks', () => {
  expectTypeOf(definePolicy({ name: 'none' })).toEqualTypeOf<Policy>();
  definePolicy({ name: 'none', version: '1.0.0', mode: 'monitor', priority: 10, hooks: {} });
  definePolicy({ name: 'late', setup: (hooks) => hooks.addHook('onResponse', () => undefined) });
  definePolicy({ name: 'later', setup: async () => {} });
  // @ts-expect-error a policy has a name
  definePolicy({ version: '1.0.0' });
  // @ts-expect-error there is no such mode
  definePolicy({ name: 'shadow', mode: 'shadow' });
  // @ts-expect-error a letter is missing
  definePolicy({ name: 'typo', hook: {} });
});

test('a function is typed by its event', () => {
  definePolicy({
    name: 'functions',
    hooks: {
      preRequest: ({ request }) => {
        expectTypeOf(request).toEqualTypeOf<ModelRequest>();
        return modify({ ...request, model: 'small' });
      },
      preToolCall: async ({ call }) => (call.name === 'exec' ? deny('no shell') : undefined),
      onUserMessage() {
        return { message: { role: 'user', content: [{ type: 'text', text: 'hello' }] } };
      },
      onChatStart: ({ messages }) => messages.length,
    },
  });
  // @ts-expect-error a call cannot be retried before it ran
  definePolicy({ name: 'wrong', hooks: { preToolCall: () => retry() } });
  // @ts-expect-error a letter is missing
  definePolicy({ name: 'wrong', hooks: { preToolCal: () => undefined } });
  // @ts-expect-error one form, not two
  definePolicy({ name: 'wrong', hooks: { preToolCall: ({ call }) => ({ call, result: 1 }) } });
});

test('a function with options is typed by its event', () => {
  definePolicy({
    name: 'options',
    hooks: {
      preToolCall: {
        tool: /^exec/,
        priority: 5,
        timeoutMs: 50,
        when: ({ agent }) => agent.id === 'main',
        run: ({ call }) => {
          expectTypeOf(call).toExtend<ToolCall>();
          return { call: { ...call, args: {} } };
        },
      },
      onResponse: { always: true, run: async ({ response }) => ({ response }) },
    },
  });
  // @ts-expect-error a letter is wrong
  definePolicy({ name: 'wrong', hooks: { preToolCall: { prioritee: 5, run: () => undefined } } });
  // @ts-expect-error there is nothing to run
  definePolicy({ name: 'wrong', hooks: { preToolCall: { priority: 5 } } });
  // @ts-expect-error a call cannot be retried before it ran
  definePolicy({ name: 'wrong', hooks: { preToolCall: { run: () => retry() } } });
  // @ts-expect-error a response carries no call
  definePolicy({ name: 'wrong', hooks: { onResponse: { tool: 'exec', run: () => undefined } } });
});

test('an array holds several', () => {
  definePolicy({
    name: 'several',
    hooks: {
      preToolCall: [
        ({ call }) => (call.name === 'exec' ? deny('no shell') : undefined),
        { priority: 5, run: async ({ call }) => ({ call: { ...call, args: {} } }) },
      ],
    },
  });
  // @ts-expect-error one wrong hook is enough
  definePolicy({ name: 'wrong', hooks: { preToolCall: [() => undefined, () => retry()] } });
});

test('hooks bound to a typed tool see its arguments', () => {
  definePolicy({
    name: 'cap',
    hooks: {
      preToolCall: [
        {
          tool: refund,
          when: ({ call }) => call.args.cents > 0,
          run: ({ call }) => ({
            call: { ...call, args: { cents: Math.min(call.args.cents, 500) } },
          }),
        },
        ({ call }) => void call.args['anything'],
      ],
      onToolCallResult: {
        tool: mail,
        run: ({ call, originalCall }) => {
          expectTypeOf(call.args.to).toEqualTypeOf<string>();
          expectTypeOf(originalCall.args.to).toEqualTypeOf<string>();
          // @ts-expect-error a mail has no price
          void call.args.cents;
        },
      },
    },
  });
  definePolicy({
    name: 'wrong',
    hooks: {
      // @ts-expect-error a text is no number
      preToolCall: { tool: refund, run: ({ call }) => modify({ ...call, args: { cents: '5' } }) },
    },
  });
});

test('a hook without a tool is not given the arguments of its neighbour', () => {
  definePolicy({
    name: 'wrong',
    hooks: {
      // @ts-expect-error beside a typed tool, options without a tool would see its arguments
      preToolCall: [{ tool: refund, run: () => undefined }, { run: () => undefined }],
    },
  });
  definePolicy({
    name: 'two',
    hooks: {
      preToolCall: [
        // @ts-expect-error of two typed tools in one list only what they share is known
        { tool: refund, run: ({ call }) => void call.args.cents },
        { tool: mail, run: () => undefined },
      ],
    },
  });
});

test('policies written without definePolicy are typed too', () => {
  const hooks: PolicyHooks = { preToolCall: ({ call }) => ({ call }) };
  createHooks({ policies: [{ name: 'plain', hooks }, definePolicy({ name: 'typed', hooks })] });
  // @ts-expect-error a call cannot be retried before it ran
  createHooks({ policies: [{ name: 'plain', hooks: { preToolCall: () => retry() } }] });
});
