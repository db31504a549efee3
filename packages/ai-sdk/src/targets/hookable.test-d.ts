import { createHooks } from '@interpose/core';
import type * as ai from 'ai';
import type { LanguageModel, ToolLoopAgent, ToolSet } from 'ai';
import type * as ai6 from 'ai-6-floor';
import type { ToolLoopAgent as FloorAgent, LanguageModel as FloorModel } from 'ai-6-floor';
import { expectTypeOf, test } from 'vitest';

import { withHooks, type Hookable } from '../index.ts';

const hooks = createHooks();

test('everything of the SDK that can be hooked is a target, of the lowest and of the highest version', () => {
  expectTypeOf<ToolLoopAgent>().toExtend<Hookable>();
  expectTypeOf<FloorAgent>().toExtend<Hookable>();
  expectTypeOf<ToolLoopAgent<never, { refund: ToolSet[string] }>>().toExtend<Hookable>();
  expectTypeOf<LanguageModel>().toExtend<Hookable>();
  expectTypeOf<FloorModel>().toExtend<Hookable>();
  expectTypeOf<typeof ai>().toExtend<Hookable>();
  expectTypeOf<typeof ai6>().toExtend<Hookable>();
  expectTypeOf<ToolSet>().toExtend<Hookable>();
  expectTypeOf<ToolSet[string]>().toExtend<Hookable>();
  expectTypeOf<{ refund: ToolSet[string] }>().toExtend<Hookable>();
});

test('what comes back is of the type that went in, and a model for the id of one', () => {
  expectTypeOf(withHooks<ToolLoopAgent>).returns.toEqualTypeOf<ToolLoopAgent>();
  expectTypeOf(withHooks<string>).returns.toEqualTypeOf<Exclude<LanguageModel, string>>();
});

test('what is no target does not compile', () => {
  // @ts-expect-error nothing of this is a tool
  expectTypeOf(() => withHooks({ foo: 1 }, hooks)).toBeFunction();
  // @ts-expect-error a number is no target
  expectTypeOf(() => withHooks(42, hooks)).toBeFunction();
  // @ts-expect-error each agent is hooked by itself
  expectTypeOf((agent: ToolLoopAgent) => withHooks([agent], hooks)).toBeFunction();
  // @ts-expect-error nothing to hook
  expectTypeOf(() => withHooks(undefined, hooks)).toBeFunction();
});
