import { createHooks } from '@interpose/core';
import type * as sdk from '@openai/agents-core';
import type { Agent, MCPServer, Runner, run } from '@openai/agents-core';
import type * as floor from '@openai/agents-core-floor';
import { expectTypeOf, test } from 'vitest';

import { withHooks, type Hookable } from '../index.ts';

const hooks = createHooks();

test('everything of the SDK that can be hooked is a target, of the lowest and of the highest version', () => {
  expectTypeOf<Agent>().toExtend<Hookable>();
  expectTypeOf<floor.Agent>().toExtend<Hookable>();
  expectTypeOf<Agent<{ user: string }>>().toExtend<Hookable>();
  expectTypeOf<Runner>().toExtend<Hookable>();
  expectTypeOf<floor.Runner>().toExtend<Hookable>();
  expectTypeOf<typeof run>().toExtend<Hookable>();
  expectTypeOf<MCPServer>().toExtend<Hookable>();
  expectTypeOf<typeof sdk>().toExtend<Hookable>();
  expectTypeOf<typeof floor>().toExtend<Hookable>();
});

test('what comes back is of the type that went in', () => {
  expectTypeOf(withHooks<Agent<{ user: string }>>).returns.toEqualTypeOf<Agent<{ user: string }>>();
});

test('what is no target does not compile', () => {
  // @ts-expect-error nothing of this is an agent
  expectTypeOf(() => withHooks({ foo: 1 }, hooks)).toBeFunction();
  // @ts-expect-error a number is no target
  expectTypeOf(() => withHooks(42, hooks)).toBeFunction();
  // @ts-expect-error each agent is hooked by itself
  expectTypeOf((agent: Agent) => withHooks([agent], hooks)).toBeFunction();
  // @ts-expect-error nothing to hook
  expectTypeOf(() => withHooks(undefined, hooks)).toBeFunction();
});
