import { afterEach, describe, expect, test } from 'vitest';

import { createHooks } from '../index.ts';
import { pauseFor } from '../../test/pause-for.ts';

const hooks = createHooks();
const trigger = { kind: 'cron', content: [] };
let load: ReturnType<typeof setInterval> | undefined;

/** Starts other work on the same server: observers that overlap without end. */
async function startLoad(): Promise<void> {
  load = setInterval(() => void hooks.dispatch('onTrigger', { trigger }), 5);
  await pauseFor(30);
}

afterEach(() => clearInterval(load));

describe('observers that run unawaited', () => {
  hooks.observe('onTrigger', () => pauseFor(20));

  test('do not keep a session of another request from ending', async () => {
    await startLoad();
    const began = performance.now();
    await hooks.inSession({ id: 'quick' }, () => 'done');
    expect(performance.now() - began).toBeLessThan(200);
  });

  test('do not keep a flush from ending while others start', async () => {
    await startLoad();
    const began = performance.now();
    await hooks.flush();
    expect(performance.now() - began).toBeLessThan(2000);
  });

  test('are settled when the session they were started in ends, with those they start', async () => {
    const log: string[] = [];
    const nested = createHooks();
    nested.observe('onTrigger', async ({ trigger: { kind } }) => {
      await pauseFor(10);
      if (kind === 'cron') {
        await nested.dispatch('onTrigger', { trigger: { kind: 'mail', content: [] } });
      }
      log.push(kind);
    });
    await nested.inSession({ id: 'own' }, () => nested.dispatch('onTrigger', { trigger }));
    expect(log).toEqual(['cron', 'mail']);
  });

  test('that never settle keep neither a session nor the hooks from ending', async () => {
    const hanging = createHooks({ timeoutMs: 50 });
    hanging.observe('onTrigger', () => new Promise(() => undefined));
    const run = (): unknown => hanging.dispatch('onTrigger', { trigger });
    expect(await hanging.inSession({ id: 'own' }, async () => [await run()])).toEqual([
      { decision: 'allow' },
    ]);
    await expect(hanging.close()).rejects.toThrow('[close_timeout]');
    expect(() => run()).toThrow('[hooks_closed]');
  });
});
