import { createHooks } from '@interpose/core';
import type OpenAI from 'openai';
import type { AzureOpenAI } from 'openai';
import type { ResponsesToolRunner } from 'openai/helpers/responses-tool-runner';
import type { OpenAI as FloorClient } from 'openai-floor';
import { expectTypeOf, test } from 'vitest';

import { withHooks, type Hookable } from '../index.ts';

const hooks = createHooks();

test('every client and runner is a target, of the lowest and of the highest version', () => {
  expectTypeOf<OpenAI>().toExtend<Hookable>();
  expectTypeOf<FloorClient>().toExtend<Hookable>();
  expectTypeOf<AzureOpenAI>().toExtend<Hookable>();
  expectTypeOf<ResponsesToolRunner>().toExtend<Hookable>();
});

test('what comes back is of the type that went in', () => {
  expectTypeOf(withHooks<AzureOpenAI>).returns.toEqualTypeOf<AzureOpenAI>();
});

test('what is no target does not compile', () => {
  // @ts-expect-error nothing of this is a client
  expectTypeOf(() => withHooks({ foo: 1 }, hooks)).toBeFunction();
  // @ts-expect-error a number is no target
  expectTypeOf(() => withHooks(42, hooks)).toBeFunction();
  // @ts-expect-error each client is hooked by itself
  expectTypeOf((client: OpenAI) => withHooks([client], hooks)).toBeFunction();
  // @ts-expect-error nothing to hook
  expectTypeOf(() => withHooks(undefined, hooks)).toBeFunction();
});
