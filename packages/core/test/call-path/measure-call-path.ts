import { Session } from 'node:inspector/promises';

import { openChat, toolCycle, type Chat } from '../../src/adapter.ts';
import { createHooks, deny, type Hook } from '../../src/index.ts';
import { toolStep } from '../tool-step.ts';

/** What one hook says of the call; each leads another way through the gate. */
const WAYS: Readonly<Record<string, Hook<'preToolCall'>>> = {
  allowed: () => undefined,
  denied: () => deny('no'),
  'allowed later': async () => undefined,
  changed: ({ call }) => ({ call: { ...call, args: { cents: 1 } } }),
};

async function openWith(hook: Hook<'preToolCall'>): Promise<Chat> {
  const hooks = createHooks();
  hooks.addHook('preToolCall', hook);
  return openChat(hooks, { host: { framework: 'test', version: '1' }, agent: { id: 'agent' } });
}

/** The source files of core of which something runs while a call takes its way, once it did so before. */
async function filesPassed(chat: Chat): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await toolCycle(chat, toolStep());
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await toolCycle(chat, toolStep());
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result
    .filter(({ functions }) =>
      functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
    )
    .flatMap(({ url }) => /core\/src\/(.+)$/.exec(url)?.[1] ?? [])
    .toSorted();
}

const passed: Record<string, readonly string[]> = {};
for (const [way, hook] of Object.entries(WAYS))
  passed[way] = await filesPassed(await openWith(hook));
process.stdout.write(JSON.stringify(passed));
