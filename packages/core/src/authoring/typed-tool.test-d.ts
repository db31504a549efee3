import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';

import {
  createHooks,
  deny,
  typedTool,
  type ArgsOf,
  type Dict,
  type ToolCall,
  type ToolInput,
  type TypedTool,
} from '../index.ts';

interface Refund {
  readonly cents: number;
}

/** Tools with the types that SDKs give them: the schema is a union, and the function may be missing. */
interface SdkTool<Input, Output> {
  readonly inputSchema:
    | z.ZodType<Input>
    | { readonly _type: Input; validate(value: unknown): boolean }
    | (() => { readonly _type: Input });
  readonly execute?: (
    input: Input,
    options: { toolCallId: string },
  ) => Output | PromiseLike<Output> | AsyncIterable<Output>;
}

const hooks = createHooks();
const schema = z.object({ cents: z.number(), note: z.string().default('') });

test('arguments come from the function a tool executes', () => {
  const refund = {
    execute: async (input: Refund, _options: { toolCallId: string }) => input.cents,
  };
  hooks.addHook(
    'preToolCall',
    ({ call }) => {
      expectTypeOf(call.args).toEqualTypeOf<Readonly<Refund>>();
      // @ts-expect-error there is no such argument
      void call.args.euros;
      return call.args.cents > 500 ? deny('too much') : { call: { ...call, args: { cents: 5 } } };
    },
    { tool: typedTool('refund', refund) },
  );
});

test('a hook bound to a typed tool gives back its arguments', () => {
  const tool = typedTool('refund', { execute: (input: Refund) => input.cents });
  hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { cents: 5 } } }), { tool });
  // @ts-expect-error a text is no number
  hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { cents: '5' } } }), {
    tool,
  });
});

test('arguments come from the output of a schema', () => {
  hooks.addHook(
    'preToolCall',
    async ({ call }) => {
      expectTypeOf(call.args).toEqualTypeOf<Readonly<{ cents: number; note: string }>>();
      // @ts-expect-error the schema has no such key
      void call.args.euros;
    },
    { tool: typedTool('refund', { inputSchema: schema }) },
  );
  expectTypeOf<ToolInput<typeof schema>>().toEqualTypeOf<{ cents: number; note: string }>();
  expectTypeOf<ToolInput<{ parameters: typeof schema }>>().toEqualTypeOf<{
    cents: number;
    note: string;
  }>();
  expectTypeOf<ToolInput<{ schema: typeof schema }>>().toEqualTypeOf<{
    cents: number;
    note: string;
  }>();
});

test('tools as SDKs type them tell their arguments, with and without a function', () => {
  expectTypeOf<ToolInput<SdkTool<Refund, string>>>().toEqualTypeOf<Refund>();
  expectTypeOf<ToolInput<Omit<SdkTool<Refund, string>, 'execute'>>>().toEqualTypeOf<Refund>();
  expectTypeOf<ToolInput<SdkTool<unknown, string>>>().toEqualTypeOf<Dict>();
});

test('arguments come from what an SDK made of a schema that it keeps to itself', () => {
  interface MadeTool<Input> {
    readonly name: string;
    readonly parameters: { readonly type: 'object' };
    readonly needsApproval: (context: object, input: Input, callId?: string) => Promise<boolean>;
  }
  expectTypeOf<ToolInput<MadeTool<Refund>>>().toEqualTypeOf<Refund>();
  expectTypeOf<ToolInput<MadeTool<string>>>().toEqualTypeOf<Dict>();
  expectTypeOf<ToolInput<MadeTool<unknown>>>().toEqualTypeOf<Dict>();
  expectTypeOf<ToolInput<{ $parseRaw(args: string): Refund }>>().toEqualTypeOf<Refund>();
});

test('what tells nothing about its arguments leaves them open', () => {
  expectTypeOf(typedTool('refund')).toEqualTypeOf<TypedTool<Dict>>();
  expectTypeOf<ToolInput<{ name: string }>>().toEqualTypeOf<Dict>();
  expectTypeOf<ToolInput<{ execute(input: never): void }>>().toEqualTypeOf<Dict>();
  expectTypeOf<ArgsOf<'refund'>>().toEqualTypeOf<Dict>();
  expectTypeOf<ArgsOf<RegExp>>().toEqualTypeOf<Dict>();
  expectTypeOf<ArgsOf<TypedTool<unknown>>>().toEqualTypeOf<Dict>();
});

test('a bare typed tool carries its arguments through every tool event', () => {
  const tool: TypedTool<Refund> = { name: 'refund' };
  hooks.addHook('onToolCallResult', check, { tool });
  hooks.addHook('onToolCallError', check, { tool });
  hooks.addHook('preToolCall', ({ call }) => void call.args.cents, {
    tool,
    when: ({ call }) => call.args.cents > 5,
  });
  hooks.addHook('preToolCall', () => undefined, {
    tool,
    // @ts-expect-error the condition sees the same arguments
    when: ({ call }) => call.args.euros > 5,
  });

  function check({
    call,
    originalCall,
  }: {
    call: ToolCall<Refund>;
    originalCall: ToolCall<Refund>;
  }) {
    return void (call.args.cents - originalCall.args.cents);
  }
});

test('a hook without a typed tool sees open arguments', () => {
  hooks.addHook('preToolCall', ({ call }) => void expectTypeOf(call.args).toEqualTypeOf<Dict>());
  hooks.addHook('preToolCall', ({ call }) => void call.args['cents'], { tool: 'refund' });
  hooks.addHook('preToolCall', ({ call }) => void call.args['cents'], { tool: /^re/ });
  // @ts-expect-error nothing tells what the arguments are
  hooks.addHook('preToolCall', ({ call }) => void (call.args['cents'] > 5), { tool: 'refund' });
});

test('the tool option takes what names a tool, at events that carry a call', () => {
  hooks.addHook('onToolCallError', () => undefined, { tool: 're*|send_mail' });
  // @ts-expect-error a number names nothing
  hooks.addHook('preToolCall', () => undefined, { tool: 5 });
  // @ts-expect-error a request carries no call
  hooks.addHook('preRequest', () => undefined, { tool: 'refund' });
});

test('arguments are read-only, also where they are typed', () => {
  const tool: TypedTool<{ cents: number }> = { name: 'refund' };
  // @ts-expect-error arguments are replaced by a verdict
  hooks.addHook('preToolCall', ({ call }) => void (call.args.cents = 5), { tool });
});
