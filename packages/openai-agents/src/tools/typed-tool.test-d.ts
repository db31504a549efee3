import { createHooks, deny, typedTool } from '@interpose/core';
import { tool } from '@openai/agents-core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';

test('a hook bound to a tool of the SDK sees the arguments of its schema', () => {
  const refund = tool({
    name: 'refund',
    description: 'Pays back.',
    parameters: z.object({ cents: z.number() }),
    execute: ({ cents }) => `${cents} paid back`,
  });
  createHooks().addHook(
    'preToolCall',
    ({ call }) => {
      expectTypeOf(call.args.cents).toEqualTypeOf<number>();
      return call.args.cents > 500 ? deny('too much') : undefined;
    },
    { tool: typedTool('refund', refund) },
  );
});
