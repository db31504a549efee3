import { conformance } from '@interpose/testing/conformance';
import { vi } from 'vitest';

import { langchainHarness } from '../test/harness/langchain-harness.ts';
import { installed } from '../test/sdk-versions.ts';

const floor = vi.hoisted(() => () => import('../test/floor/modules.ts'));

vi.mock('@langchain/core/documents', async () => (await floor()).documents);
vi.mock('@langchain/core/language_models/chat_models', async () => (await floor()).chatModels);
vi.mock('@langchain/core/language_models/llms', async () => (await floor()).textModels);
vi.mock('@langchain/core/messages', async () => (await floor()).messages);
vi.mock('@langchain/core/outputs', async () => (await floor()).outputs);
vi.mock('@langchain/core/retrievers', async () => (await floor()).retrievers);
vi.mock('@langchain/core/runnables', async () => (await floor()).runnables);
vi.mock('@langchain/core/tools', async () => (await floor()).tools);
vi.mock('@langchain/core/utils/stream', async () => (await floor()).streams);
vi.mock('@langchain/langgraph', async () => (await floor()).graph);
vi.mock('@langchain/openai', async () => (await floor()).openai);
vi.mock('langchain', async () => (await floor()).langchain);

conformance(langchainHarness({ version: '1.0.1', sdk: installed }, 'createAgent'));
conformance(langchainHarness({ version: '1.0.1', sdk: installed }, 'agent'));
