import type { BaseChatMessageHistory } from '@langchain/core/chat_history';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { BaseRetriever } from '@langchain/core/retrievers';
import type { StructuredToolInterface } from '@langchain/core/tools';
import type { VectorStore } from '@langchain/core/vectorstores';
import type { BaseCheckpointSaver, BaseStore } from '@langchain/langgraph';
import type { createReactAgent, ToolNode } from '@langchain/langgraph/prebuilt';
import { createHooks } from '@interpose/core';
import type { createAgent, ReactAgent } from 'langchain';
import { expectTypeOf, test } from 'vitest';

import { withHooks, type Hookable } from '../index.ts';

const hooks = createHooks();

test('everything of LangChain and LangGraph that can be hooked is a target', () => {
  expectTypeOf<typeof createAgent>().toExtend<Hookable>();
  expectTypeOf<ReactAgent>().toExtend<Hookable>();
  expectTypeOf<ReturnType<typeof createReactAgent>>().toExtend<Hookable>();
  expectTypeOf<BaseChatModel>().toExtend<Hookable>();
  expectTypeOf<StructuredToolInterface>().toExtend<Hookable>();
  expectTypeOf<ToolNode>().toExtend<Hookable>();
  expectTypeOf<BaseRetriever>().toExtend<Hookable>();
  expectTypeOf<VectorStore>().toExtend<Hookable>();
  expectTypeOf<BaseStore>().toExtend<Hookable>();
  expectTypeOf<BaseCheckpointSaver>().toExtend<Hookable>();
  expectTypeOf<BaseChatMessageHistory>().toExtend<Hookable>();
});

test('what comes back is of the type that went in', () => {
  expectTypeOf(withHooks<typeof createAgent>).returns.toEqualTypeOf<typeof createAgent>();
});

test('what is no target does not compile', () => {
  // @ts-expect-error nothing of this is a part of LangChain
  expectTypeOf(() => withHooks({ foo: 1 }, hooks)).toBeFunction();
  // @ts-expect-error a number is no target
  expectTypeOf(() => withHooks(42, hooks)).toBeFunction();
  // @ts-expect-error each agent is hooked by itself
  expectTypeOf((agent: ReactAgent) => withHooks([agent], hooks)).toBeFunction();
  // @ts-expect-error nothing to hook
  expectTypeOf(() => withHooks(undefined, hooks)).toBeFunction();
});
