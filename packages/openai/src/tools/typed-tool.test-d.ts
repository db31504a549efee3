import { createHooks, deny, typedTool } from '@interpose/core';
import { zodFunction } from 'openai/helpers/zod';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';

test('a hook bound to what zodFunction made sees the arguments of its schema', () => {
  const refund = zodFunction({ name: 'refund', parameters: z.object({ cents: z.number() }) });
  createHooks().addHook(
    'preToolCall',
    ({ call }) => {
      expectTypeOf(call.args.cents).toEqualTypeOf<number>();
      return call.args.cents > 500 ? deny('too much') : undefined;
    },
    { tool: typedTool('refund', refund) },
  );
});
