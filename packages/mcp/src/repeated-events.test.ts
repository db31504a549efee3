import { createHooks, deny, type Hooks } from '@interpose/core';
import type { Tamper } from '@interpose/faulty-servers';
import { afterEach, describe, expect, test } from 'vitest';

import { asking, textOf, TEXTS } from '../test/asking.ts';
import { openResumable, type ResumableShop } from '../test/resumable-shop.ts';
import { sdkVersions } from '../test/sdk-versions.ts';

let shop: ResumableShop | undefined;

afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

const call = { name: 'tell' };

describe.each(sdkVersions)('a proxy before MCP SDK $version', ({ sdk }) => {
  /** Sends everything at once through a proxy on which `tamper` changes the events of the call. */
  async function told(tamper: Tamper, client: Hooks): Promise<unknown> {
    shop = await openResumable(sdk, {
      clientHooks: client,
      serverHooks: createHooks(),
      tamper: (event, from) => (event.includes('protocolVersion') ? [event] : tamper(event, from)),
      async tell(say) {
        for (const text of TEXTS) await say(text);
      },
    });
    return shop.client.callTool(call).catch((error: unknown) => error);
  }

  test('that repeats every event brings no denied one across, and an answer counts once', async () => {
    const { hooks, asked } = asking('onMcpMessage', 'a secret');
    const result = await told((event) => [event, event], hooks);
    expect(textOf({ result })).toBe('all told');
    await expect.poll(() => shop!.heard.map(textOf)).toContain('three');
    expect(shop!.heard.map(textOf)).not.toContain('a secret');
    expect(asked.filter((text) => text === 'all told')).toHaveLength(1);
    expect(shop!.heard.map(textOf).filter((text) => text === 'all told')).toHaveLength(1);
  });

  test('that repeats a denied answer gets no second hearing for it', async () => {
    const hooks = createHooks();
    let asked = 0;
    // A policy that would allow the message if it were asked again.
    hooks.addHook('onMcpMessage', ({ message }) =>
      textOf(message) === 'all told' && (asked += 1) === 1 ? deny('not yet') : undefined,
    );
    const result = await told((event) => [event, event, event], hooks);
    expect(result).toMatchObject({ message: expect.stringContaining('not yet') });
    await shop!.client.ping();
    expect(asked).toBe(1);
    expect(JSON.stringify(shop!.heard)).not.toContain('all told');
  });

  test('that gives every event the same id loses none, and each is asked about', async () => {
    const { hooks, asked } = asking('onMcpMessage', 'a secret');
    const forged: Tamper = (event) => [event.replace(/^id: .*$/mu, 'id: forged')];
    expect(textOf({ result: await told(forged, hooks) })).toBe('all told');
    expect(asked.slice(-5)).toEqual([...TEXTS, 'all told']);
    expect(shop!.heard.map(textOf)).toEqual(['one', 'two', 'three', 'all told']);
  });

  test('that turns their order round brings no denied one across, and loses none', async () => {
    const { hooks } = asking('onMcpMessage', 'a secret');
    const events: string[] = [];
    const turned: Tamper = (event) => {
      events.unshift(event);
      return event.includes('all told') ? events : [];
    };
    expect(textOf({ result: await told(turned, hooks) })).toBe('all told');
    await expect.poll(() => shop!.heard.map(textOf)).toEqual(['all told', 'three', 'two', 'one']);
  });
});
