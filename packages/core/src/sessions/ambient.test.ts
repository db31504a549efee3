import { afterEach, describe, expect, test, vi } from 'vitest';

import { currentChat, runInChat } from '../adapter.ts';
import { createHooks } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { completeChat, openTestChat } from '../../test/open-test-chat.ts';
import { pauseFor } from '../../test/pause-for.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('inSession', () => {
  test('makes its session that of every chat inside, also after an await', async () => {
    const hooks = createHooks();
    const ids: string[] = [];
    hooks.addHook('preToolCall', ({ session }) => void ids.push(session.id));
    await hooks.inSession({ id: 's' }, async () => {
      ids.push((await openTestChat(hooks)).session.id);
      await pauseFor(1);
      await gateCall(hooks);
    });
    expect(ids).toEqual(['s', 's']);
  });

  test('starts the session at once and ends it when the function settles', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.observe('onSessionStart', () => void log.push('start'));
    hooks.observe('onSessionEnd', ({ ended }) => void log.push(`end ${ended}`));
    await hooks.inSession({ id: 's' }, async () => {
      log.push('inside');
      await completeChat(await openTestChat(hooks));
      log.push('leaving');
    });
    expect(log).toEqual(['start', 'inside', 'leaving', 'end scope']);
  });

  test('ends the session also when the function throws, and rejects with its error', async () => {
    const hooks = createHooks();
    const error = new Error('mine');
    let ends = 0;
    hooks.observe('onSessionEnd', () => void ends++);
    const run = (): never => {
      throw error;
    };
    await expect(hooks.inSession({ id: 's' }, run)).rejects.toBe(error);
    await expect(hooks.inSession({}, () => Promise.reject(error))).rejects.toBe(error);
    expect(ends).toBe(2);
  });

  test('returns what the function returns', async () => {
    const hooks = createHooks();
    expect(await hooks.inSession({ id: 's' }, () => 7)).toBe(7);
    expect(await hooks.inSession({ id: 's' }, async () => 'later')).toBe('later');
  });

  test('makes an id where none is given, another each time', async () => {
    const hooks = createHooks();
    const ids = new Set<string>();
    for (let n = 0; n < 2; n++)
      await hooks.inSession({ user: { id: 'u' } }, async () => {
        const chat = await openTestChat(hooks);
        ids.add(chat.session.id);
      });
    expect(ids.size).toBe(2);
  });

  test('inside another has its own session, and the outer one goes on after it', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.observe('onSessionEnd', ({ session }) => void log.push(`end ${session.id}`));
    await hooks.inSession({ id: 'outer' }, async () => {
      await hooks.inSession({ id: 'inner' }, async () => {
        log.push((await openTestChat(hooks)).session.id);
      });
      log.push((await openTestChat(hooks)).session.id);
    });
    expect(log).toEqual(['inner', 'end inner', 'outer', 'end outer']);
  });

  test('of the same id inside itself does not end the outer one', async () => {
    const hooks = createHooks();
    let ends = 0;
    hooks.observe('onSessionEnd', () => void ends++);
    await hooks.inSession({ id: 's' }, async () => {
      await hooks.inSession({ id: 's' }, () => undefined);
      expect(ends).toBe(0);
    });
    expect(ends).toBe(1);
  });

  test('keeps parallel scopes apart', async () => {
    const hooks = createHooks();
    const idOf = (id: string, milliseconds: number): Promise<string> =>
      hooks.inSession({ id }, async () => {
        await pauseFor(milliseconds);
        return (await openTestChat(hooks)).session.id;
      });
    expect(await Promise.all([idOf('a', 5), idOf('b', 1)])).toEqual(['a', 'b']);
  });

  test('of other hooks ends the sessions that were opened inside it', async () => {
    const [outer, inner] = [createHooks(), createHooks()];
    const log: string[] = [];
    inner.observe('onSessionEnd', ({ session, ended }) => void log.push(`${session.id} ${ended}`));
    await outer.inSession({ id: 's' }, async () => {
      await completeChat(await openTestChat(inner));
      expect(log).toEqual([]);
    });
    expect(log).toEqual(['s scope']);
  });

  test('hides the chat that surrounds it', async () => {
    const hooks = createHooks();
    const chat = await openTestChat(hooks);
    await runInChat(chat, async () => {
      expect(currentChat()).toBe(chat);
      await hooks.inSession({ id: 's' }, () => {
        expect(currentChat()).toBeUndefined();
      });
    });
    expect(currentChat()).toBeUndefined();
  });
});

describe('where the runtime has no AsyncLocalStorage', () => {
  async function elsewhere() {
    vi.resetModules();
    vi.stubGlobal('process', {});
    return Promise.all([import('../index.ts'), import('../adapter.ts')]);
  }

  test('inSession throws ambient_unavailable', async () => {
    const [core] = await elsewhere();
    await expect(core.createHooks().inSession({ id: 's' }, () => 1)).rejects.toMatchObject({
      code: 'ambient_unavailable',
    });
  });

  test('everything else works, and a function in a chat is just called', async () => {
    const [core, adapter] = await elsewhere();
    const hooks = core.createHooks();
    const chat = await adapter.openChat(hooks, {
      host: { framework: 'test', version: '1' },
      agent: { id: 'a' },
      session: { id: 's' },
    });
    expect(adapter.runInChat(chat, () => 7)).toBe(7);
    expect(adapter.runInChat(chat, () => adapter.currentChat())).toBeUndefined();
    await chat.end({ kind: 'done', reason: 'completed' });
  });
});
