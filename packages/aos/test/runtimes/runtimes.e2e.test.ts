import { createHooks, deny } from '@interpose/core';
import { afterAll, afterEach, describe, expect, test } from 'vitest';

import { ping, serve } from '../../src/index.ts';
import { listen } from '../listen.ts';
import { guarded, tryCall } from '../try-call.ts';
import { stageRuntime } from './stage-runtime.ts';
import { startRuntime, type RunningRuntime } from './start-runtime.ts';

const stage = stageRuntime();
afterAll(() => stage.remove());

let runtime: RunningRuntime | undefined;
let closing: (() => Promise<void>) | undefined;
afterEach(async () => {
  runtime?.stop();
  await closing?.();
  closing = undefined;
});

describe.each(['Bun', 'Deno', 'workerd'] as const)('on %s, from the built packages', (name) => {
  test('a guardian decides for an agent on Node', async () => {
    const { url } = (runtime = await startRuntime(name, stage));
    const options = { url, token: 'secret', timeoutMs: 5000 };
    expect(await ping(options)).toMatchObject({ health: 'connected' });
    const hooks = guarded(options);
    const outcomes = [{ cents: 5 }, { cents: 500 }, { cents: 9, note: 'cap' }].map(async (args) => {
      const { ran, records } = await tryCall(hooks, args);
      return [ran, records[0]?.decision, records[0]?.by];
    });
    expect((await Promise.all(outcomes)).map(([ran]) => ran)).toEqual([
      [{ cents: 5 }],
      [],
      [{ cents: 1 }],
    ]);
    const unknown = await tryCall(guarded({ url }));
    expect(unknown.records).toMatchObject([{ codes: ['guardian_status'] }]);
  });

  test('an agent obeys a guardian on Node, and its posture where there is none', async () => {
    const rules = createHooks();
    rules.addHook(
      'preToolCall',
      ({ call }) => {
        if (Number(call.args['cents']) > 100) return deny('too much', { code: 'limit' });
        return call.args['note'] === 'cap' ? { call: { ...call, args: {} } } : undefined;
      },
      { name: 'limit' },
    );
    const server = await listen(serve(rules, { token: 'secret' }));
    closing = () => server.close();
    runtime = await startRuntime(name, stage);
    expect(await askedBy(runtime, server.url)).toEqual([
      { decision: 'allow', by: [], codes: [] },
      { decision: 'deny', by: ['limit'], codes: ['limit'] },
      { decision: 'modify', by: ['limit'], codes: [] },
    ]);
    const gone = {
      decision: 'deny',
      by: ['guardian/preToolCall'],
      codes: ['guardian_unreachable'],
    };
    await server.close();
    closing = undefined;
    expect(await askedBy(runtime, server.url)).toEqual([gone, gone, gone]);
  });
});

async function askedBy({ url }: RunningRuntime, guardian: string): Promise<unknown> {
  const response = await fetch(`${url}ask?url=${encodeURIComponent(guardian)}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text);
}
