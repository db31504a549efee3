import { createHooks, deny, type Hooks } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import { saying, startDesk, textIn, type Desk, type DeskOptions } from '../test/desk.ts';
import { client as sdk, server } from '../test/sdk.ts';
import { withHooks } from './with-hooks.ts';

const desks: Desk[] = [];

afterEach(async () => {
  await Promise.all(desks.splice(0).map((desk) => desk.close()));
});

async function open(options: DeskOptions = {}): Promise<Desk> {
  const desk = await startDesk(options);
  desks.push(desk);
  return desk;
}

/** Collects the reports of failures. */
function reportsOf(hooks: Hooks): string[] {
  const told: string[] = [];
  hooks.observe('onHookError', ({ code, failedEvent }) => void told.push(`${code} ${failedEvent}`));
  return told;
}

const enforced = { require: 'enforced' } as const;

describe('law 15: a verdict where none is taken', () => {
  test('is reported, and the answer is given', async () => {
    const hooks = createHooks();
    const told = reportsOf(hooks);
    // The types refuse a verdict here; JavaScript does not.
    // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
    hooks.addHook('onChatDone', (() => deny('too late')) as never);
    const caller = await (await open()).client(hooks);
    expect(textIn(await caller.sendMessage(saying('hello')))).toBe('the answer');
    await hooks.flush();
    expect(told).toEqual(['verdict_at_observer onChatDone']);
  });

  test.each(['onSessionStart', 'onChatStart'] as const)(
    'keeps a message from leaving a client, and from an agent, after a deny at %s',
    async (event) => {
      const hooks = createHooks();
      // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
      hooks.addHook(event, (() => deny('closed')) as never);
      const shut = await open({ hooks });
      const [theirs, ours] = [await open(), await shut.client()];
      const caller = await theirs.client(hooks);
      await expect(caller.sendMessage(saying('hello'))).rejects.toThrow('closed');
      await expect(ours.sendMessage(saying('hello'))).rejects.toThrow('Blocked by policy.');
      expect([theirs.asked, shut.asked]).toEqual([[], []]);
    },
  );
});

describe('law 16: the original', () => {
  test('of a client is told of once, and works', async () => {
    const hooks = createHooks();
    const told = reportsOf(hooks);
    const client = await (await open()).client();
    withHooks(client, hooks);
    expect(textIn(await client.sendMessage(saying('hello')))).toBe('the answer');
    await client.sendMessage(saying('hello'));
    await hooks.flush();
    expect(told).toEqual(['unhooked_original preA2aMessage']);
  });

  test("of a client asks nobody under require: 'enforced', and what is hooked of it does", async () => {
    const hooks = createHooks();
    const told = reportsOf(hooks);
    const { asked, client } = await open();
    const original = await client();
    const hooked = withHooks(original, hooks, enforced);
    const refused = { code: 'unhooked_original' };
    await expect(original.sendMessage(saying('hello'))).rejects.toMatchObject(refused);
    const read = async (): Promise<unknown> => original.sendMessageStream(saying('hello')).next();
    await expect(read()).rejects.toMatchObject(refused);
    expect(asked).toEqual([]);
    await hooked.sendMessage(saying('hello'));
    await hooked.sendMessageStream(saying('hello')).next();
    await hooks.flush();
    expect([asked.length, told]).toEqual([2, ['unhooked_original preA2aMessage']]);
  });

  test("of a client that was hooked asks nobody once require: 'enforced' is added", async () => {
    const hooks = createHooks();
    const { asked, client } = await open();
    const original = await client();
    const hooked = withHooks(original, hooks);
    expect(withHooks(hooked, hooks, enforced)).toBe(hooked);
    const refused = { code: 'unhooked_original' };
    await expect(original.sendMessage(saying('hello'))).rejects.toMatchObject(refused);
    expect(asked).toEqual([]);
    await hooked.sendMessage(saying('hello'));
    expect(asked.length).toBe(1);
  });

  test('of a factory is told of, and what is hooked of it makes clients', async () => {
    const { url } = await open();
    const factory = new sdk.ClientFactory();
    const hooks = createHooks();
    const hooked = withHooks(factory, hooks);
    expect(await hooked.createFromUrl(url)).toBeInstanceOf(sdk.Client);
    const told = reportsOf(hooks);
    await factory.createFromUrl(url);
    await hooks.flush();
    expect(told).toEqual(['unhooked_original preA2aMessage']);
  });

  test("of a request handler answers nobody under require: 'enforced', and what is hooked of it does", async () => {
    const hooks = createHooks();
    const told = reportsOf(hooks);
    const { handler, asked } = await open();
    const hooked = withHooks(handler, hooks, enforced);
    const context = new server.ServerCallContext();
    const refused = { code: 'unhooked_original' };
    await expect(handler.sendMessage(saying('hello'), context)).rejects.toMatchObject(refused);
    expect(asked).toEqual([]);
    await hooked.sendMessage(saying('hello'), context);
    expect([asked.length, told]).toEqual([1, ['unhooked_original onA2aMessage']]);
  });

  test('of a push notification sender is told of, and what is hooked of it posts', async () => {
    const hooks = createHooks();
    const told = reportsOf(hooks);
    const posts: unknown[] = [];
    const sender = { send: async (...given: unknown[]) => void posts.push(given[0]) };
    const hooked = withHooks(sender, hooks, enforced);
    await expect(sender.send({})).rejects.toMatchObject({ code: 'unhooked_original' });
    const context = new server.ServerCallContext();
    const update = { payload: undefined };
    await hooked.send(update, context);
    expect([posts, told]).toEqual([[update], ['unhooked_original preA2aMessage']]);
  });

  test('that is hooked by others already passes their hooks, and is told of by nobody', async () => {
    const [inner, outer] = [createHooks(), createHooks()];
    const told = reportsOf(outer);
    const client = withHooks(await (await open()).client(), inner);
    withHooks(client, outer, enforced);
    await client.sendMessage(saying('hello'));
    await outer.flush();
    expect(told).toEqual([]);
  });
});
