import { randomApps } from '@interpose/testing/conformance';
import { runProgram } from '@interpose/testing/fuzz';
import { runSuites, sortFailures } from '@interpose/testing/probes';
import { expect, test, vi } from 'vitest';

import { knownBreaches } from './fuzz/known-breaches.ts';
import { targetOf } from './fuzz/targets.ts';
import { knownFailures } from './probes/known-failures.ts';
import { suiteOf } from './probes/suites.ts';
import { leftEvents } from '../test/left-events.ts';
import { partsHandedOut } from '../test/parts-handed-out.ts';
import { partsInside } from '../test/parts-inside.ts';
import { surroundings } from '../test/surroundings.ts';

const floor = vi.hoisted(() => () => import('../test/floor/modules.ts'));

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

test('every enforced entry holds its probes on the lowest versions too', async () => {
  const { failures } = await runSuites([suiteOf('1.0.1')]);
  const known = knownFailures.filter(({ version }) => version !== '1.5.14');
  const { unknown, mended } = sortFailures(failures, known);
  expect(unknown).toEqual([]);
  expect(mended).toEqual([]);
}, 300_000);

test('a stream that an abort breaks off ends its chat, although nobody tells the generator', async () => {
  const program = {
    kind: 'model',
    mode: 'streamed',
    wraps: [],
    options: [],
    tools: [],
    turns: [],
    policy: [{ event: 'onResponse', verdict: 'nothing' }],
    chats: 1,
    stop: { by: 'abort', after: 1 },
  } as const;
  expect(await runProgram(targetOf('1.0.1'), program)).toEqual([]);
});

partsHandedOut('1.0.1');

partsInside('1.0.1');

surroundings('1.0.1');

leftEvents('1.0.1');

randomApps([targetOf('1.0.1')], knownBreaches);
