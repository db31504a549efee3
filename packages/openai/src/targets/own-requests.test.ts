import { createHooks, deny, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { question } from '../../test/shop.ts';
import { withHooks } from '../index.ts';

type Fetch = typeof globalThis.fetch;

/** Returns the `fetch` of a client, which only the types call private. */
const fetchOf = (client: object): Fetch => (client as { readonly fetch?: Fetch }).fetch!;
const base = 'https://api.test/v1';
const body = JSON.stringify(question);

/** Returns a service in memory, and the requests that it got. */
function service() {
  const asked: { readonly path: string; readonly init: RequestInit | undefined }[] = [];
  const answer: Fetch = async (input, init) => {
    asked.push({ path: new URL(input as string).pathname, init });
    return Response.json({
      choices: [{ index: 0, message: { role: 'assistant', content: 'Ten.' } }],
    });
  };
  return { asked, fetch: Object.assign(answer, { Response }) };
}

const denying = (): Hooks =>
  createHooks({ policies: [{ name: 'shut', hooks: { preRequest: () => deny('no') } }] });

describe.each(sdkVersions)('the fetch of a hooked client, openai $version', ({ sdk }) => {
  const open = (hooks: Hooks[], options = {}) => {
    const { asked, fetch } = service();
    const own = new sdk.OpenAI({ apiKey: 'any', baseURL: base, fetch });
    for (const each of hooks) withHooks(own, each, options);
    return { asked, fetch, client: own, direct: fetchOf(own) };
  };
  const ask = (fetch: Fetch): Promise<Response> =>
    fetch(`${base}/chat/completions`, { method: 'POST', body });

  test('passes the hooks where the app calls it itself', async () => {
    const { asked, direct } = open([denying()]);
    expect(await (await ask(direct)).json()).toMatchObject({
      choices: [{ message: { content: expect.stringContaining('Blocked') as string } }],
    });
    expect(asked).toEqual([]);
  });

  test('passes the hooks in a client that was made with it', async () => {
    const { asked, direct } = open([denying()]);
    const other = new sdk.OpenAI({ apiKey: 'any', baseURL: base, fetch: direct });
    await other.chat.completions.create(question);
    expect(asked).toEqual([]);
  });

  test.each([
    ['a client', (client: InstanceType<typeof sdk.OpenAI>) => client],
    ['a clone', (client: InstanceType<typeof sdk.OpenAI>) => client.withOptions({ maxRetries: 0 })],
  ])('is asked about once for each registry where %s sends its own', async (_what, from) => {
    const heard: string[] = [];
    const hooks = ['a', 'b'].map((name) => {
      const made = createHooks();
      made.addHook('preRequest', () => void heard.push(name));
      return made;
    });
    const { asked, client } = open(hooks);
    await from(client).chat.completions.create(question);
    expect([heard, asked.length]).toEqual([['b', 'a'], 1]);
    expect(Object.getOwnPropertySymbols(asked[0]?.init ?? {})).toEqual([]);
    heard.length = 0;
    await ask(fetchOf(from(client)));
    expect(heard).toEqual(['b', 'a']);
  });

  test('refuses what passes no hooks where all has to be enforced, and reads addresses that hold data', async () => {
    const { asked, direct, fetch } = open([createHooks()], { require: 'enforced' });
    await expect(direct(`${base}/images/generations`, { method: 'POST' })).rejects.toThrow(
      '[not_enforced]',
    );
    expect(asked).toEqual([]);
    await expect(direct('data:,hello')).resolves.toBeDefined();
    expect((direct as typeof fetch).Response).toBe(Response);
  });

  test('tells once of what passes no hooks elsewhere', async () => {
    const hooks = createHooks();
    const told: string[] = [];
    hooks.addHook('onHookError', ({ code }) => void told.push(code));
    const { direct } = open([hooks]);
    for (const path of ['images/generations', 'images/edits'])
      await direct(`${base}/${path}`, { method: 'POST' });
    expect(told).toEqual(['unmediated_call']);
  });

  test('is given to clones as it was, so that what they fetch besides their requests stays free', () => {
    const { client, fetch } = open([createHooks(), createHooks()]);
    let given: unknown;
    const Client = client.constructor as { new (options: unknown): object };
    class Noting extends (Client as typeof sdk.OpenAI) {
      constructor(options: ConstructorParameters<typeof sdk.OpenAI>[0]) {
        super(options);
        given = options?.fetch;
      }
    }
    const noting = new Noting({ apiKey: 'any', baseURL: base, fetch });
    for (const hooks of [createHooks(), createHooks()]) withHooks(noting, hooks);
    noting.withOptions({ timeout: 1000 });
    expect(given).toBe(fetch);
  });
});
