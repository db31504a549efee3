import { createHooks, deny, type ToolSpec } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { asked, called, offered, SECRET, space, texts } from '../../test/tool-texts.ts';
import { hookFetch } from '../index.ts';

type Body = Readonly<Record<string, unknown>>;

async function sentFor(path: string, body: Body, hooks = createHooks()): Promise<unknown> {
  let sent: unknown;
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    sent = JSON.parse(init?.body as string);
    return Response.json({ choices: [], output: [] });
  };
  const init = { method: 'POST', body: JSON.stringify(body) };
  await hookFetch(fetch, hooks)(`https://api.test/v1/${path}`, init);
  return sent;
}

function redacted<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(SECRET, '[gone]')) as T;
}

describe.each(texts)('what describes %s', (_what, path, name, body) => {
  test('is shown to hooks, and leaves as it is where they say nothing', async () => {
    const hooks = createHooks();
    const read: unknown[] = [];
    hooks.addHook('preRequest', ({ request }) => void read.push(request.tools));
    expect(await sentFor(path, body, hooks)).toEqual(body);
    expect(JSON.stringify(read)).toContain(SECRET);
  });

  test('leaves as hooks have changed it, where it stood', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) => ({
      request: { ...request, tools: redacted(request.tools ?? []) },
    }));
    expect(await sentFor(path, body, hooks)).toEqual(redacted(body));
  });

  test('can be a reason not to offer the tool', async () => {
    const hooks = createHooks();
    const seen: string[] = [];
    hooks.addHook('onInventoryChange', ({ component }) => {
      if (!JSON.stringify(component.metadata ?? {}).includes(SECRET)) return undefined;
      seen.push(component.name);
      return deny('says too much');
    });
    expect(JSON.stringify(await sentFor(path, body, hooks))).not.toContain(SECRET);
    expect(seen).toEqual([name]);
  });
});

describe('a tool that hooks changed', () => {
  const tools = [
    { ...space, description: 'Customers.', tools: [called({ description: 'Of crm.' })] },
    { ...space, name: 'erp', tools: [called({ description: 'Of erp.' })] },
  ];
  const changing = (change: (specs: readonly ToolSpec[]) => readonly ToolSpec[]) => {
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) => ({
      request: { ...request, tools: change(request.tools ?? []) },
    }));
    return sentFor('responses', offered(...tools), hooks);
  };

  test('stays in its own namespace, where another has a tool of its name', async () => {
    const kept = await changing((specs) => specs.slice(1));
    expect(kept).toEqual(offered(tools[1]!));
    const changed = await changing((specs) => specs.slice(1).map((spec) => ({ ...spec })));
    expect(changed).toEqual(offered(tools[1]!));
  });

  test('says nothing any more where they took away what it said', async () => {
    const bare = await changing((specs) => specs.map(({ name, origin }) => ({ name, origin })));
    expect(JSON.stringify(bare)).not.toMatch(/Of crm|Customers/);
  });

  test('keeps what no model reads of it: its kind, and how the service reaches it', async () => {
    const server = { type: 'mcp', server_label: 'shop', server_url: 'https://shop.test' };
    const hidden = { authorization: SECRET, headers: { key: SECRET } };
    const hooks = createHooks();
    const read: unknown[] = [];
    hooks.addHook('preRequest', ({ request }) => {
      read.push(request.tools);
      const specs = (request.tools ?? []).map((spec) => ({ ...spec, description: 'A shop.' }));
      return { request: { ...request, tools: specs } };
    });
    const sent = await sentFor('responses', offered({ ...server, ...hidden }), hooks);
    expect(sent).toEqual(offered({ ...server, ...hidden, server_description: 'A shop.' }));
    expect(JSON.stringify(read)).not.toContain(SECRET);
  });

  test('is the search of a chat as the request sets it', async () => {
    const body = { messages: [asked], web_search_options: { search_context_size: 'low' } };
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) => ({
      request: { ...request, tools: (request.tools ?? []).map((spec) => ({ ...spec })) },
    }));
    expect(await sentFor('chat/completions', body, hooks)).toEqual(body);
  });
});
