import { createHooks, definePolicy, type Hooks } from '@interpose/core';

import { atMost, type Gate, type Sample } from '../../gate.ts';
import { retainedBytes, type Park } from '../../method/retained-bytes.ts';
import { CALL, type BenchHook } from '../../subjects/make-hooks.ts';
import { openBenchChat, sharedHooks } from '../../subjects/run-sessions.ts';

const TOOL = { name: CALL.name, origin: 'local', known: true, enabled: true } as const;

/** What a waiting session keeps alive beyond the async function that waits. */
export const gate: Gate = {
  id: 'G19',
  name: 'retained per waiting session',
  tolerance: 0.03,
  measure,
};

async function measure(): Promise<Sample> {
  const hooks = registryOf(await sharedHooks());
  const bare = await retainedBytes(parkEach(async (id) => id));
  const shared = await retainedBytes(parkEach((id) => openUsedChat(hooks, id)));
  const layered = await retainedBytes(parkEach((id) => openUsedChat(layerOn(hooks), id)));
  return {
    parts: [
      atMost('shared registry, over bare', (shared - bare) / 1024, 0.5, 'KB'),
      atMost('a layer of its own, over bare', (layered - bare) / 1024, 2, 'KB'),
    ],
    peers: [{ name: 'bare async function', value: bare / 1024, unit: 'KB' }],
  };
}

function registryOf(functions: readonly BenchHook[]): Hooks {
  const hooks = createHooks();
  // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
  for (const hook of functions) hooks.addHook('preToolCall', hook as never);
  return hooks;
}

/** The shared registry with one policy that only this session has. */
function layerOn(hooks: Hooks): Hooks {
  const own = definePolicy({ name: 'own', hooks: { preToolCall: () => undefined } });
  return hooks.extend({ policies: [own] });
}

async function openUsedChat(hooks: Hooks, id: string): Promise<unknown> {
  const chat = await openBenchChat(hooks, id);
  await chat.dispatch('preToolCall', { call: CALL, tool: TOOL });
  return chat;
}

let made = 0;

/** Starts async functions that each hold what they opened and wait for ever. */
function parkEach(open: (id: string) => Promise<unknown>): Park {
  return async (count) => {
    const { promise: signal } = Promise.withResolvers<void>();
    const ready: Promise<void>[] = [];
    const waiting: Promise<unknown>[] = [];
    for (let i = 0; i < count; i += 1) {
      const { promise, resolve } = Promise.withResolvers<void>();
      ready.push(promise);
      waiting.push(waitWith(() => open(`session-${++made}`), resolve, signal));
    }
    await Promise.all(ready);
    return { waiting, signal };
  };
}

async function waitWith(
  open: () => Promise<unknown>,
  ready: () => void,
  signal: Promise<void>,
): Promise<unknown> {
  const held = await open();
  ready();
  await signal;
  return held;
}
