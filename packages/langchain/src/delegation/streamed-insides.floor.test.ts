import { expect, test, vi } from 'vitest';

import { left, question } from '../../test/harness/streamed-agent.ts';

const floor = vi.hoisted(() => () => import('../../test/floor/modules.ts'));

vi.mock('@langchain/core/callbacks/base', async () => (await floor()).callbacks);
vi.mock('@langchain/core/chat_history', async () => (await floor()).chatHistory);
vi.mock('@langchain/core/documents', async () => (await floor()).documents);
vi.mock('@langchain/core/language_models/chat_models', async () => (await floor()).chatModels);
vi.mock('@langchain/core/language_models/llms', async () => (await floor()).textModels);
vi.mock('@langchain/core/messages', async () => (await floor()).messages);
vi.mock('@langchain/core/output_parsers', async () => (await floor()).outputParsers);
vi.mock('@langchain/core/outputs', async () => (await floor()).outputs);
vi.mock('@langchain/core/retrievers', async () => (await floor()).retrievers);
vi.mock('@langchain/core/runnables', async () => (await floor()).runnables);
vi.mock('@langchain/core/tools', async () => (await floor()).tools);
vi.mock('@langchain/core/utils/stream', async () => (await floor()).streams);
vi.mock('@langchain/core/utils/testing', async () => (await floor()).testing);
vi.mock('@langchain/langgraph', async () => (await floor()).graph);
vi.mock('@langchain/langgraph/prebuilt', async () => (await floor()).prebuilt);
vi.mock('@langchain/langgraph/remote', async () => (await floor()).remote);
vi.mock('@langchain/openai', async () => (await floor()).openai);
vi.mock('langchain/chat_models/universal', async () => (await floor()).universal);
vi.mock('langchain', async () => (await floor()).langchain);

const messages = { streamMode: 'messages' };

test('the mode messages of the first LangGraph shows an agent in a tool, and is refused under require', async () => {
  const all = await left('enforced', (agent) => agent.stream(question, messages)).catch(String);
  expect(all).not.toContain('4z42');
  expect(all).toContain('[not_enforced]');
});

test('and is left alone elsewhere', async () => {
  expect(await left(undefined, (agent) => agent.stream(question, messages))).toContain('4z42');
});
