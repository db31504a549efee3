import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { Approval } from '@interpose/guardian-api';
import { afterAll, expect, test } from 'vitest';

import { callWebhook } from './call-webhook.ts';

const bodies: Promise<string>[] = [];
const server = createServer((incoming, outgoing) => {
  bodies.push(text(incoming));
  outgoing.end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
afterAll(() => server.close());

test('a message for Slack mentions nobody, links nowhere, and is no longer than Slack accepts', async () => {
  const approval = {
    ...{ agent: '<!channel>', tool: '<https://evil.example|a refund>', event: 'preToolCall' },
    ...{ question: `<@U1> ${'😀'.repeat(5000)}`, state: 'waiting' },
    // Only these fields are written into the message.
  } as unknown as Approval;
  const told = { kind: 'asked', approval, link: 'https://guardian.example/approvals/1' };
  await callWebhook({ url, secret: 'a secret of sixteen', format: 'slack' }, told);
  const sent = (await bodies[0]) ?? '';
  const { text: head, blocks } = JSON.parse(sent) as {
    readonly text: string;
    readonly blocks: readonly [{ readonly text: { readonly text: string } }];
  };
  expect(head).toBe('&lt;!channel&gt; asks: &lt;https://evil.example|a refund&gt;');
  expect(sent).not.toMatch(/[<>]|\\ud/);
  expect(blocks[0].text.text.length).toBeLessThanOrEqual(3000);
});
