import { setImmediate } from 'node:timers/promises';

import { MemorySession, type AgentInputItem } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, deny, mapText, type Hooks } from '@interpose/core';

import { agentOn, modes, openTool, runIn, runner } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const SSN = '123-45-6789';

const redacting = () => {
  const hooks = createHooks();
  hooks.addHook('onUserMessage', ({ message }) => ({
    message: mapText(message, (text) => text.replace(SSN, '[ssn]')),
  }));
  hooks.addHook('preMemoryStore', ({ memory }) => ({
    memory: memory.map((item) => ({
      ...item,
      content: item.content.replace('hunter2', '[password]'),
    })),
  }));
  return hooks;
};

/** A session that owns its compaction: the SDK reads and writes it by two extra methods. */
class OwningSession extends MemorySession {
  async getItemsWithCompactionOwnership() {
    return { items: await this.getItems(), ownership: {} };
  }

  async addItemsWithCompactionOwnership(items: AgentInputItem[]) {
    await this.addItems(items);
  }

  async runCompaction() {
    return null;
  }
}

/** A session that applies a change of its history as a whole. */
class TransactionSession extends MemorySession {
  readonly types: string[] = [];

  override async applyHistoryTransaction({ transaction }: { transaction: Change }) {
    this.types.push(transaction.type);
    const items = await this.getItems();
    const { expectedSuffix = [] } = transaction;
    const suffix = items.splice(items.length - expectedSuffix.length);
    if (JSON.stringify(suffix.map(textIn)) !== JSON.stringify(expectedSuffix.map(textIn)))
      throw new Error('the suffix is another');
    await this.clearSession();
    await this.addItems([...items, ...(transaction.items ?? transaction.replacement ?? [])]);
  }
}

interface Change {
  readonly type: string;
  readonly items?: AgentInputItem[];
  readonly replacement?: AgentInputItem[];
  readonly expectedSuffix?: AgentInputItem[];
}

const textIn = (item: AgentInputItem) => JSON.stringify('content' in item ? item.content : item);

describe('a session with ways of its own to be read and written', () => {
  test.each(modes)('that owns what it compacts holds what hooks left (%s)', async (mode) => {
    const session = new OwningSession();
    const agent = withHooks(agentOn(new MemoryModel('The password is hunter2.')), redacting());
    await runIn(mode, agent, `My SSN is ${SSN}.`, { session });
    const stored = JSON.stringify(await session.getItems());
    expect(stored).toContain('[ssn]');
    expect(stored).toContain('[password]');
    expect(stored).not.toMatch(/123-45-6789|hunter2/);
  });

  test.each(modes)('that owns what it compacts is read through the hooks (%s)', async (mode) => {
    const session = new OwningSession();
    await session.addItems([{ role: 'user', content: 'The code is hunter2.' }]);
    const hooks = createHooks();
    hooks.addHook('onMemoryRetrieved', () => deny('nothing from before'));
    const model = new MemoryModel('Hello.');
    await runIn(mode, withHooks(agentOn(model), hooks), 'Hi.', { session });
    expect(JSON.stringify(model.asked)).not.toContain('hunter2');
  });

  test.each(modes)('that owns what it compacts keeps no denied message (%s)', async (mode) => {
    const hooks = createHooks();
    hooks.addHook('onUserMessage', () => deny('no secrets'));
    const session = new OwningSession();
    await runIn(mode, withHooks(agentOn(new MemoryModel()), hooks), 'hunter2', { session });
    expect(JSON.stringify(await session.getItems())).not.toContain('hunter2');
  });

  test("that compacts itself is refused under require: 'enforced' before a model is asked", async () => {
    const model = new MemoryModel('Hello.');
    const agent = withHooks(agentOn(model), createHooks(), { require: 'enforced' });
    await expect(runIn('plain', agent, 'Hi.', { session: new OwningSession() })).rejects.toThrow(
      /^\[not_enforced\].*compacts itself/,
    );
    expect(model.asked).toEqual([]);
  });

  test.each(modes)('that takes changes whole holds what hooks left (%s)', async (mode) => {
    const session = new TransactionSession();
    const tools = [openTool('look', () => 'The password is hunter2.')];
    const model = new MemoryModel([calls('look')], 'Done.');
    const agent = withHooks(agentOn(model, { tools }), redacting());
    agent.outputGuardrails = [blocking];
    await runIn(mode, agent, `My SSN is ${SSN}.`, { session }).catch(() => undefined);
    const stored = JSON.stringify(await session.getItems());
    expect(session.types).not.toEqual([]);
    expect(stored).toContain('[ssn]');
    expect(stored).not.toMatch(/123-45-6789|hunter2/);
  });
});

const blocking = {
  name: 'blocking',
  execute: async () => ({ tripwireTriggered: true, outputInfo: undefined }),
};

const ways = {
  'a hook that says nothing': (hooks: Hooks) =>
    hooks.addHook('preMemoryStore', () => undefined, { name: 'silent' }),
  'an observer': (hooks: Hooks) => hooks.observe('preMemoryStore', () => undefined),
};

/** Reads the first event of a streamed run, and leaves. */
async function leave(hooks: Hooks): Promise<string> {
  const session = new MemorySession();
  const agent = withHooks(agentOn(new MemoryModel('One two three.')), hooks);
  const result = await runner.run(agent, 'Hello.', { session, stream: true });
  const events = result[Symbol.asyncIterator]();
  await events.next();
  await events.return?.();
  await result.completed;
  return JSON.stringify(await session.getItems());
}

describe.each(Object.entries(ways))('%s about what is stored', (_name, listen) => {
  test('lets a session keep what was said when the reader leaves the stream', async () => {
    const hooks = createHooks();
    listen(hooks);
    expect(await leave(hooks)).toContain('Hello.');
  });

  test('lets a session keep a tool result when the caller aborts', async () => {
    const hooks = createHooks();
    listen(hooks);
    const session = new MemorySession();
    const caller = new AbortController();
    const pay = openTool('pay', () => {
      caller.abort(new Error('the user left'));
      return 'paid';
    });
    const agent = withHooks(agentOn(new MemoryModel([calls('pay')]), { tools: [pay] }), hooks);
    const running = runner.run(agent, 'Pay.', { session, signal: caller.signal });
    await expect(running).rejects.toThrow('the user left');
    expect(JSON.stringify(await session.getItems())).toContain('paid');
  });
});

test('a hook that denies what is stored keeps it out after the reader has left', async () => {
  const hooks = createHooks();
  hooks.addHook('preMemoryStore', () => deny('nothing is kept'));
  expect(await leave(hooks)).toBe('[]');
});

test('a session keeps what was said if the caller aborts while a hook decides about it', async () => {
  const hooks = createHooks();
  const caller = new AbortController();
  hooks.addHook('preMemoryStore', async () => {
    caller.abort(new Error('the user left'));
    await setImmediate();
  });
  const session = new MemorySession();
  const agent = withHooks(agentOn(new MemoryModel('Hi.')), hooks);
  const running = runner.run(agent, 'Hello.', { session, signal: caller.signal });
  await running.catch(() => undefined);
  expect(JSON.stringify(await session.getItems())).toContain('Hello.');
});
