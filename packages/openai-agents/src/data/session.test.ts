import { MemorySession } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, deny, mapText } from '@interpose/core';

import { agentOn, modes, openTool, runIn, runner } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const redacting = () => {
  const hooks = createHooks();
  hooks.addHook('onUserMessage', ({ message }) => ({
    message: mapText(message, (text) => text.replace(/\d{3}-\d\d-\d{4}/, '[ssn]')),
  }));
  return hooks;
};

describe('a session of the SDK', () => {
  for (const { version, sdk } of sdkVersions) {
    test.each(modes)(
      `stores what the user said as a policy changed it (${version}, %s)`,
      async (mode) => {
        const session = new sdk.MemorySession();
        const model = new MemoryModel('Thank you.');
        const agent = withHooks(new sdk.Agent({ name: 'shop', model }), redacting());
        const own = new sdk.Runner({ tracingDisabled: true });
        const said = 'My SSN is 123-45-6789.';
        if (mode === 'plain') await own.run(agent, said, { session });
        else await (await own.run(agent, said, { session, stream: true })).completed;
        const stored = JSON.stringify(await session.getItems());
        expect(stored).toContain('My SSN is [ssn].');
        expect(stored).not.toContain('123-45-6789');
        expect(JSON.stringify(model.asked)).not.toContain('123-45-6789');
      },
    );
  }

  test.each(modes)(
    'stores a message that hooks changed and then answered as changed (%s)',
    async (mode) => {
      const hooks = redacting();
      hooks.addHook('onUserMessage', () => ({ answer: 'From the cache.' }), { priority: 200 });
      const session = new MemorySession();
      const model = new MemoryModel('Hi.');
      const agent = withHooks(agentOn(model), hooks);
      const result = await runIn(mode, agent, 'My SSN is 123-45-6789.', { session });
      expect(result.finalOutput).toBe('From the cache.');
      expect(JSON.stringify(await session.getItems())).not.toContain('123-45-6789');
    },
  );

  test.each(modes)('keeps nothing of a user message that was denied (%s)', async (mode) => {
    const hooks = createHooks();
    hooks.addHook('onUserMessage', () => deny('no secrets'));
    const session = new MemorySession();
    const agent = withHooks(agentOn(new MemoryModel()), hooks);
    const result = await runIn(mode, agent, 'The password is hunter2.', { session });
    expect(result.finalOutput).toBe('Blocked by policy.');
    expect(JSON.stringify(await session.getItems())).not.toContain('hunter2');
  });

  test('names the session of the chat, and stays usable by its own methods', async () => {
    const session = new MemorySession({ sessionId: 'thread-7' });
    const hooks = createHooks();
    const ids: string[] = [];
    hooks.observe('onChatStart', (ctx) => void ids.push(ctx.session.id));
    const agent = withHooks(agentOn(new MemoryModel('One.', 'Two.')), hooks);
    await runner.run(agent, 'First.', { session });
    await runner.run(agent, 'Second.', { session });
    expect([ids, (await session.getItems()).length]).toEqual([['thread-7', 'thread-7'], 4]);
  });

  test('stores the result of an approved tool before an abort ends the resumed run', async () => {
    const session = new MemorySession();
    const caller = new AbortController();
    const tools = [openTool('refund', () => 'paid', { needsApproval: true })];
    const model = new MemoryModel([calls('refund')], 'Done.');
    const agent = withHooks(agentOn(model, { tools }), redacting());
    const asked = await runner.run(agent, 'Pay me.', { session });
    asked.state.approve(asked.interruptions[0]!);
    model.getResponse = async () => {
      caller.abort(new Error('the user left'));
      throw new DOMException('aborted', 'AbortError');
    };
    await runner.run(agent, asked.state, { session, signal: caller.signal }).catch(() => undefined);
    expect(JSON.stringify(await session.getItems())).toContain('paid');
  });

  test('holds what a policy admitted when the caller gives up during the model call', async () => {
    const session = new MemorySession();
    const caller = new AbortController();
    const model = new MemoryModel();
    model.getStreamedResponse = async function* leave() {
      yield* [];
      caller.abort(new Error('the user left'));
      throw new DOMException('aborted', 'AbortError');
    };
    const agent = withHooks(agentOn(model), redacting());
    const options = { session, signal: caller.signal, stream: true } as const;
    const result = await runner.run(agent, 'My SSN is 123-45-6789.', options);
    await result.completed;
    const stored = JSON.stringify(await session.getItems());
    expect(stored).toContain('My SSN is [ssn].');
    expect(stored).not.toContain('123-45-6789');
  });

  test('takes nothing that a policy is still reading when the caller gives up', async () => {
    const session = new MemorySession();
    const caller = new AbortController();
    const hooks = createHooks();
    hooks.addHook('onUserMessage', async ({ message }) => {
      caller.abort(new Error('the user left'));
      await new Promise((resolve) => setImmediate(resolve));
      return { message: mapText(message, () => '[redacted]') };
    });
    const agent = withHooks(agentOn(new MemoryModel('Hello.')), hooks);
    const options = { session, signal: caller.signal, stream: true } as const;
    const result = await runner.run(agent, 'My SSN is 123-45-6789.', options);
    await result.completed.catch(() => undefined);
    expect(JSON.stringify(await session.getItems())).not.toContain('123-45-6789');
  });

  test('has the result of an approved tool when the caller gives up beside new input', async () => {
    const session = new MemorySession();
    const caller = new AbortController();
    const tools = [openTool('refund', () => 'paid', { needsApproval: true })];
    const model = new MemoryModel([calls('refund')], 'Done.');
    const agent = withHooks(agentOn(model, { tools }), redacting());
    const asked = await runner.run(agent, 'Pay me.', { session });
    asked.state.approve(asked.interruptions[0]!);
    asked.state.addInput('And hurry.');
    agent.instructions = async () => {
      caller.abort(new Error('the user left'));
      throw new DOMException('aborted', 'AbortError');
    };
    await runner.run(agent, asked.state, { session, signal: caller.signal }).catch(() => undefined);
    expect(JSON.stringify(await session.getItems())).toContain('paid');
  });

  test('that cannot be written ends a streamed run', async () => {
    const model = new MemoryModel('Hello.');
    const session = new MemorySession();
    session.addItems = async () => {
      throw new Error('the disk is full');
    };
    const agent = withHooks(agentOn(model), createHooks());
    const options = { session, stream: true } as const;
    const running = runner.run(agent, 'Hello.', options).then((result) => result.completed);
    await expect(running).rejects.toThrow('the disk is full');
  });

  test.each([true, false])(
    'that cannot be written stops a resumed run with new input before a model is asked (hooked: %s)',
    async (isHooked) => {
      const session = new MemorySession();
      const tools = [openTool('refund', () => 'paid', { needsApproval: true })];
      const model = new MemoryModel([calls('refund')], 'Done.');
      const own = agentOn(model, { tools });
      const agent = isHooked ? withHooks(own, createHooks()) : own;
      const { state, interruptions } = await runner.run(agent, 'Pay me.', { session });
      state.approve(interruptions[0]!);
      state.addInput('And hurry.');
      session.addItems = async () => {
        throw new Error('the disk is full');
      };
      await expect(runner.run(agent, state, { session })).rejects.toThrow('the disk is full');
      expect(model.asked).toHaveLength(1);
    },
  );
});
