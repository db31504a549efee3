import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { createHooks, deny, type Hooks } from '@interpose/core';
import { beforeAll, describe, expect, test, vi } from 'vitest';

import { loadAdapters, type Adapter } from './load-adapters.ts';
import { makeApp } from './make-app.ts';

type Kind = Adapter['kinds'][number];

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The streaming targets of the newest version of each SDK. */
const STREAMS = (await loadAdapters()).flatMap(({ name, kinds }) => {
  const streaming = kinds.filter(({ modes }) => modes.includes('streamed'));
  const newest = new Map(streaming.map((kind) => [kind.name, kind]));
  return [...newest].map(([kind, made]): [string, Kind] => [`${name} ${kind}`, made]);
});

/** Makes a registry that judges answers, and records the chats that started and ended. */
function countedHooks(denies: boolean) {
  const hooks = createHooks();
  const [started, ended]: [string[], string[]] = [[], []];
  hooks.addHook(denies ? 'preRequest' : 'onResponse', () => (denies ? deny('never') : undefined));
  hooks.observe('onChatStart', ({ chatId }) => void started.push(chatId));
  for (const ending of ['onChatDone', 'onChatAbort', 'onChatError'] as const)
    hooks.observe(ending, ({ chatId }) => void ended.push(chatId));
  return { hooks, started, ended };
}

async function askWithoutReading(kind: Kind, hooks: Hooks): Promise<void> {
  const plan = { mode: 'streamed', manner: 'leaves unread', random: () => 0.9 } as const;
  const app = makeApp({ kind, hooks, ...plan }, { toolRuns: 0, deniedRuns: 0 });
  await (await kind.open(app))().catch(() => undefined);
}

describe('a stream that an app asks for and forgets', () => {
  beforeAll(() => {
    // The SDKs print errors about answers that nobody read.
    for (const level of ['error', 'warn'] as const)
      vi.spyOn(console, level).mockImplementation(() => undefined);
    return () => void vi.restoreAllMocks();
  });

  const cases = STREAMS.flatMap(([name, kind]) =>
    [false, true].map((denies) => [denies ? `${name}, denied` : name, kind, denies] as const),
  );
  test.each(cases)('ends its chat once: %s', async (_, kind, denies) => {
    const { hooks, started, ended } = countedHooks(denies);
    await askWithoutReading(kind, hooks);
    const isOver = (): boolean => started.length > 0 && ended.length >= started.length;
    for (let round = 0; round < 1000 && !isOver(); round += 1) {
      if (round % 5 === 0) collect();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await hooks.flush();
    expect(started.length).toBeGreaterThan(0);
    expect(ended.toSorted()).toEqual(started.toSorted());
  });
});
