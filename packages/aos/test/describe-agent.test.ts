import { createHooks } from '@interpose/core';
import { declareInventory, type CapabilityRow } from '@interpose/core/adapter';
import { expect, test } from 'vitest';

import { describeAgent } from '../src/agbom/describe-agent.ts';
import { listen } from './listen.ts';

const coverage: readonly CapabilityRow[] = [
  { path: 'generateText', event: 'preToolCall', status: 'enforced', verbs: ['deny'] },
  { path: 'fetch', event: 'preRequest', status: 'unmediated', verbs: [], note: 'the app’s own' },
];
const target = declareInventory(
  {},
  {
    hooks: createHooks(),
    agent: { id: 'support', name: 'Support desk' },
    components: () => [{ kind: 'tool', name: 'refund', metadata: { origin: 'local' } }],
  },
);

test('an agent tells a guardian what it has and what policies reach of it', async () => {
  const requests: Promise<object>[] = [];
  const server = await listen((request) => {
    const { method, url, headers } = request;
    const authorization = headers.get('authorization');
    requests.push(request.json().then((body: unknown) => ({ method, url, authorization, body })));
    return Promise.resolve(Response.json({ taken: true }));
  });
  await describeAgent(target, { url: server.url, token: 'secret', coverage });
  expect(await Promise.all(requests)).toEqual([
    {
      method: 'POST',
      url: `${server.url}agents`,
      authorization: 'Bearer secret',
      body: {
        name: 'Support desk',
        coverage: [
          { path: 'generateText', event: 'preToolCall', status: 'enforced' },
          { path: 'fetch', event: 'preRequest', status: 'unmediated', note: 'the app’s own' },
        ],
        inventory: [{ kind: 'tool', name: 'refund' }],
      },
    },
  ]);
  await server.close();
});

test('a guardian that does not take it is told of, with the code of its failure', async () => {
  const server = await listen(() => Promise.resolve(new Response(null, { status: 401 })));
  await expect(describeAgent(target, { url: server.url })).rejects.toMatchObject({
    code: 'guardian_status',
    message: expect.stringContaining('knows the token'),
  });
  await server.close();
});
