import { createHooks, deny, type Dict } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import { openClient, transports, type OpenClient } from '../test/open-client.ts';
import { sdkVersions } from '../test/sdk-versions.ts';

const cases = sdkVersions.flatMap((version) =>
  transports.map((transport) => ({ ...version, version, transport, sdkVersion: version.version })),
);

let open: OpenClient | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

function textOf(result: unknown): string {
  return (result as { readonly content: readonly { readonly text: string }[] }).content[0]!.text;
}

describe.each(cases)('$transport of MCP SDK $sdkVersion', ({ version, transport }) => {
  test('every message is seen on its way, whoever began', async () => {
    const hooks = createHooks();
    const seen: string[] = [];
    const note = (way: string, { message: { method } }: { readonly message: Dict }): void =>
      void seen.push(`${way} ${typeof method === 'string' ? method : 'answer'}`);
    hooks.observe('preMcpMessage', (ctx) => note('out', ctx));
    hooks.observe('onMcpMessage', (ctx) => note('in', ctx));
    open = await openClient(version, transport, hooks);
    const steps: number[] = [];
    const options = {
      onprogress: ({ progress }: { progress: number }) => void steps.push(progress),
    };
    expect(textOf(await open.client.callTool({ name: 'slow' }, undefined, options))).toBe(
      'slow but done',
    );
    expect(textOf(await open.client.callTool({ name: 'sample' }))).toContain('sampled');
    expect(steps).toEqual([1, 2]);
    expect(seen).toEqual([
      ...['out initialize', 'in answer', 'out notifications/initialized'],
      'out tools/call',
      ...['in notifications/progress', 'in ping', 'out answer'],
      ...['in notifications/progress', 'in ping', 'out answer'],
      'in answer',
      ...['out tools/call', 'in sampling/createMessage', 'out answer', 'in answer'],
    ]);
  });

  test('a connection that was closed leaves no session behind, whatever it still tells of', async () => {
    const hooks = createHooks();
    const sessions = new Set<string>();
    hooks.observe('onSessionStart', ({ session }) => void sessions.add(session.id));
    hooks.observe('onSessionEnd', ({ session }) => void sessions.delete(session.id));
    let isOver = false;
    let toldAfter = 0;
    hooks.observe('onMcpMessage', () => void (toldAfter += isOver ? 1 : 0));
    open = await openClient(version, transport, hooks);
    await open.client.callTool({ name: 'lookup' });
    expect(sessions.size).toBeGreaterThan(0);
    isOver = true;
    await open.close();
    // A stream that is broken off is reported as a failure, after the news of the close.
    await expect.poll(() => toldAfter).toBeGreaterThan(transport === 'streamable HTTP' ? 0 : -1);
    await hooks.flush();
    expect([...sessions]).toEqual([]);
  });

  test('what is denied on its way out never arrives, and its caller is told why', async () => {
    const hooks = createHooks();
    hooks.addHook(
      'preMcpMessage',
      ({ message }) => (message['method'] === 'tools/call' ? deny('offline') : undefined),
      { name: 'wire' },
    );
    open = await openClient(version, transport, hooks);
    await expect(open.client.callTool({ name: 'lookup' })).rejects.toMatchObject({
      code: -32003,
      message: expect.stringContaining('Blocked by wire: offline'),
      data: { code: 'denied' },
    });
    await expect(open.client.listTools()).resolves.toBeDefined();
  });

  test('what is denied on its way in is an error for whoever waits for it', async () => {
    const hooks = createHooks();
    hooks.addHook(
      'onMcpMessage',
      ({ message }) =>
        JSON.stringify(message).includes('ten euros') ? deny('poisoned') : undefined,
      { name: 'wire' },
    );
    open = await openClient(version, transport, hooks);
    await expect(open.client.callTool({ name: 'lookup' })).rejects.toThrow('poisoned');
  });

  test("a denied request of the server's own is answered with an error that gives no reason", async () => {
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', ({ message }) =>
      message['method'] === 'sampling/createMessage' ? deny('costs too much') : undefined,
    );
    open = await openClient(version, transport, hooks);
    const failed = open.client.callTool({ name: 'sample' });
    await expect(failed).rejects.toThrow('Blocked by policy.');
    await expect(failed).rejects.not.toThrow('costs too much');
  });

  test('changed messages cross, and a supplied reply spares the server the request', async () => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', ({ message }) => {
      const { name } = (message['params'] ?? {}) as { readonly name?: string };
      if (name === 'sample') return { message: { ...message, params: { name: 'lookup' } } };
      if (name === 'roots')
        return { reply: { result: { content: [{ type: 'text', text: 'none' }] } } };
      return undefined;
    });
    hooks.addHook('onMcpMessage', ({ message }) =>
      JSON.stringify(message).includes('ten euros')
        ? { message: { ...message, result: { content: [{ type: 'text', text: 'five' }] } } }
        : undefined,
    );
    open = await openClient(version, transport, hooks);
    expect(textOf(await open.client.callTool({ name: 'sample' }))).toBe('five');
    expect(textOf(await open.client.callTool({ name: 'roots' }))).toBe('none');
  });
});
