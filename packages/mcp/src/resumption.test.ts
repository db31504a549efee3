import type { Tamper } from '@interpose/faulty-servers';
import { afterEach, describe, expect, test } from 'vitest';

import { asking, textOf, TEXTS } from '../test/asking.ts';
// @boundaries-ignore shared by tests only
import { countChats } from '../../testing/test/count-chats.ts';
import { openResumable, saidAs, type ResumableShop } from '../test/resumable-shop.ts';
import { sdkVersions } from '../test/sdk-versions.ts';

let shop: ResumableShop | undefined;

afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

const call = { name: 'tell' };

/** Cuts the connection before each event that comes for the first time, once the client knows an id. */
function cutEachOnce(): Tamper {
  const seen = new Set<string>();
  return (event) => {
    const isFirst = event.includes('protocolVersion') || event.includes('"one"');
    if (isFirst || seen.has(event) || !event.includes('jsonrpc')) return [event];
    seen.add(event);
    return 'cut';
  };
}

/** The messages that hooks were asked about on both sides; a message is done once it was denied or has arrived. */
interface Both {
  readonly client: ReturnType<typeof asking>;
  readonly server: ReturnType<typeof asking>;
  readonly deniedThere?: string;
}

/** Sends each text once the one before is done, so that every cut falls between two. */
async function sayEach(
  say: (text: string) => Promise<void>,
  { client, server, deniedThere }: Both,
): Promise<void> {
  for (const text of TEXTS) {
    await say(text).catch(() => undefined);
    const { asked } = text === deniedThere ? server : client;
    await expect.poll(() => asked).toContain(text);
  }
}

const [, latest] = sdkVersions;
/** The lowest version itself loses messages on a stream of its own while that stream is cut. */
const cases = [
  ...sdkVersions.map((version) => ({ ...version, stream: 'the stream of a call' })),
  { ...latest!, stream: 'the stream of its own' },
];

describe.each(cases)('$stream that is cut before each message, MCP SDK $version,', (given) => {
  const { sdk, stream } = given;

  /** Sends everything on the stream that is tested. */
  async function tellAll(both: Both): Promise<unknown> {
    const onItsOwn = stream === 'the stream of its own';
    shop = await openResumable(sdk, {
      clientHooks: both.client.hooks,
      serverHooks: both.server.hooks,
      tamper: cutEachOnce(),
      tell: (say, to) => sayEach(onItsOwn ? (text) => to.notification(saidAs(text)) : say, both),
    });
    await expect.poll(() => shop!.proxy.opened).toContain('GET');
    return shop.client.callTool(call).catch((error: unknown) => error);
  }

  function textsHeard(): readonly string[] {
    return shop!.heard.map(textOf).filter((text) => TEXTS.includes(text));
  }

  test('is resumed: each message is asked about once on both sides, none is lost', async () => {
    const [client, server] = [asking('onMcpMessage'), asking('preMcpMessage')];
    const counts = countChats(client.hooks);
    const result = await tellAll({ client, server });
    expect(textOf({ result })).toBe('all told');
    const all = [...TEXTS, 'all told'];
    expect(client.asked.filter((text) => all.includes(text))).toEqual(all);
    expect(server.asked.filter((text) => all.includes(text))).toEqual(all);
    expect(textsHeard()).toEqual(TEXTS);
    await shop!.client.close();
    await client.hooks.flush();
    expect(counts.ended).toBe(counts.begun);
  });

  test('does not bring back what the client denied, and does not ask about it again', async () => {
    const [client, server] = [asking('onMcpMessage', 'a secret'), asking('preMcpMessage')];
    await tellAll({ client, server });
    expect(textsHeard()).toEqual(['one', 'two', 'three']);
    expect(client.asked.filter((text) => text === 'a secret')).toHaveLength(1);
  });

  test('does not bring back what the server denied, and keeps nothing of it', async () => {
    const [client, server] = [asking('onMcpMessage'), asking('preMcpMessage', 'a secret')];
    await tellAll({ client, server, deniedThere: 'a secret' });
    await expect.poll(textsHeard).toEqual(['one', 'two', 'three']);
    expect(server.asked.filter((text) => text === 'a secret')).toHaveLength(1);
    expect(JSON.stringify(shop!.kept)).not.toContain('a secret');
  });
});

describe.each(sdkVersions)('an answer on a stream that is cut, MCP SDK $version,', ({ sdk }) => {
  test.each(['client', 'server'] as const)(
    'that the %s denied is denied once it is resumed, and was asked about once',
    async (side) => {
      const client = asking('onMcpMessage', side === 'client' ? 'all told' : undefined);
      const server = asking('preMcpMessage', side === 'server' ? 'all told' : undefined);
      shop = await openResumable(sdk, {
        clientHooks: client.hooks,
        serverHooks: server.hooks,
        tamper: cutEachOnce(),
        tell: (say) => sayEach(say, { client, server }),
      });
      await expect(shop.client.callTool(call)).rejects.toThrow(
        side === 'client' ? 'not for us' : 'Blocked by policy',
      );
      const { asked } = side === 'client' ? client : server;
      expect(asked.filter((text) => text === 'all told')).toHaveLength(1);
      expect(JSON.stringify(shop.heard)).not.toContain('all told');
    },
  );

  test('that a hook held while it was cut still arrives, once', async () => {
    const held = Promise.withResolvers<void>();
    const [client, server] = [asking('onMcpMessage'), asking('preMcpMessage')];
    server.hooks.addHook('preMcpMessage', async ({ message }) => {
      if (textOf(message) === 'two') await held.promise;
    });
    shop = await openResumable(sdk, {
      clientHooks: client.hooks,
      serverHooks: server.hooks,
      tamper: (event) => [event],
      async tell(say) {
        await say('one');
        await expect.poll(() => client.asked).toContain('one');
        const saying = say('two');
        await expect.poll(() => server.asked).toContain('two');
        shop!.proxy.cut();
        held.resolve();
        await saying;
      },
    });
    const result = await shop.client.callTool(call);
    expect(textOf({ result })).toBe('all told');
    const answers = client.asked.filter((text) => !text.startsWith('SSE stream disconnected'));
    expect(answers.slice(-3)).toEqual(['one', 'two', 'all told']);
    expect(server.asked.slice(-3)).toEqual(['one', 'two', 'all told']);
  });
});
