import { createHooks, deny, type Policy, type PolicyHooks } from '@interpose/core';
import { openChat, streamMode } from '@interpose/core/adapter';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { adds, call, never, no, tool, yes } from '../../test/sample-policies.ts';
import { monitor } from '../monitor/index.ts';
import { every, some, unless } from './index.ts';

expect.extend(policyMatchers);

describe('some', () => {
  test('gives a member in dry run no say', async () => {
    const trial = await tryPolicy(some(no, monitor(yes)), 'preToolCall', { call });
    expect(trial).toDeny('no');
    expect(await tryPolicy(some(yes, monitor(no)), 'preToolCall', { call })).toAllow();
    const mute: Policy = {
      name: 'mute',
      mode: 'monitor',
      hooks: { preRequest: () => undefined },
    };
    expect(await tryPolicy(some(no, mute), 'preToolCall', { call })).toDeny('no');
    expect(await tryPolicy(some(monitor(no), mute), 'preToolCall', { call })).toAllow();
  });

  test('as a dry run records what it would have come to', async () => {
    const trial = await tryPolicy(monitor(some(no, never)), 'preToolCall', { call });
    expect(trial).toAllow();
    expect(trial.monitored).toMatchObject({
      decision: 'deny',
      codes: ['none_passed'],
    });
  });

  test('runs hooks that run always, also after a deny of their own policy', async () => {
    const log: string[] = [];
    const audit: Policy = {
      name: 'audit',
      hooks: { preToolCall: { run: () => void log.push('audit'), always: true } },
    };
    await tryPolicy(some(yes, audit), 'preToolCall', { call });
    await tryPolicy(every(no, some(yes, audit)), 'preToolCall', { call });
    const denied = {
      ...audit,
      hooks: { preToolCall: [() => deny('no'), audit.hooks!.preToolCall!] },
    };
    await tryPolicy(some(denied as Policy, yes), 'preToolCall', { call });
    expect(log).toEqual(['audit', 'audit', 'audit']);
  });

  test('lets a hook that runs always deny what another of its policy has answered', async () => {
    const both: Policy = {
      name: 'both',
      hooks: {
        preToolCall: [
          () => ({ result: 'known' }),
          { run: () => deny('no', { code: 'no' }), always: true },
          () => ({ result: 'never' }),
        ],
      },
    };
    expect(await tryPolicy(some(both, no), 'preToolCall', { call })).toDeny({ code: 'no' });
  });

  test('watches with all members where there is nothing to decide', async () => {
    const log: string[] = [];
    const watch = (name: string): Policy => ({
      name,
      hooks: { onChatDone: () => void log.push(name) },
    });
    await tryPolicy(some(watch('a'), watch('b')), 'onChatDone', { reason: 'completed' });
    expect(log).toEqual(['a', 'b']);
  });

  test('works in parallel dispatches without mixing their votes', async () => {
    const slow = (name: string, denies: string): Policy => ({
      name,
      hooks: {
        preToolCall: async (ctx) => {
          for (let turn = ctx.call.id.length % 3; turn > 0; turn -= 1)
            await new Promise((resolve) => setImmediate(resolve));
          return ctx.call.id.includes(denies) ? deny(denies) : undefined;
        },
      },
    });
    const hooks = createHooks({ policies: [some(slow('a', 'x'), slow('b', 'y'))] });
    const ids = ['x', 'y', 'xy', 'none', 'yx', 'xxyy'];
    const verdicts = await Promise.all(
      ids.map(async (id) => hooks.dispatch('preToolCall', { call: { ...call, id }, tool })),
    );
    expect(verdicts.map(({ decision }) => decision)).toEqual([
      'allow',
      'allow',
      'deny',
      'allow',
      'deny',
      'deny',
    ]);
  });

  test('nests in the other combinators', async () => {
    const either = some(
      every(yes, no),
      unless(() => true, no),
    );
    expect(await tryPolicy(either, 'preToolCall', { call })).toAllow();
    const neither = some(some(no, never), every(yes, never));
    expect(await tryPolicy(neither, 'preToolCall', { call })).toDeny(/no/);
    const deep = every(some(no, adds('a', 1)), some(never, adds('b', 10)));
    expect(await tryPolicy(deep, 'preToolCall', { call })).toModify({
      ...call,
      args: { cents: 16 },
    });
  });

  test('judges an event of the app’s own', async () => {
    const hooks = createHooks();
    hooks.defineEvent('preShip', { kind: 'interceptor', slot: 'parcel' });
    const ship = (name: string, run: (ctx: never) => unknown): Policy => ({
      name,
      hooks: { preShip: run } as PolicyHooks,
    });
    hooks.use(
      some(
        ship('no', () => deny('no')),
        ship('tidy', ({ parcel }: { parcel: string }) => ({ parcel: parcel.trim() })),
      ),
    );
    expect(await hooks.dispatch('preShip' as never, { parcel: ' a ' } as never)).toEqual({
      decision: 'modify',
      value: 'a',
    });
  });
});

describe('streams', () => {
  const modeOf = async (policy: Policy): Promise<string> => {
    const hooks = createHooks({ policies: [policy] });
    const host = { framework: 'test', version: '' };
    return streamMode(await openChat(hooks, { host, agent: { id: 'a' } }));
  };
  const watcher: Policy = {
    name: 'watcher',
    hooks: { onResponse: { run: () => undefined, stream: 'observe' } },
  };
  const redactor: Policy = {
    name: 'redactor',
    hooks: { onResponseDelta: { run: () => undefined, window: 8 } },
  };

  test.each([every, some])('%o of watchers holds no stream back', async (combine) => {
    expect(await modeOf(combine(watcher, { ...watcher, name: 'other' }))).toBe('pass');
    expect(await modeOf(combine(redactor, watcher))).toBe('window');
    expect(await modeOf(unless(() => false, redactor))).toBe('window');
  });
});
