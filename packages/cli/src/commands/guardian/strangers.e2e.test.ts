import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { startedGuardian } from '../../../test/started-guardian.ts';
import { temporaryApp } from '../../../test/temporary-app.ts';

const RULES = 'default: deny\nrules:\n  - { on: preToolCall, tool: read, decision: allow }\n';

/** Opens a connection and sends this text. */
async function say(url: string, words: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(words);
  return socket;
}

/** Sends a raw request and returns the status of the answer. */
async function statusOf(url: string, head: string): Promise<string | undefined> {
  const answer = await text(await say(url, `${head}\r\nConnection: close\r\n\r\n`));
  return answer.split(' ')[1];
}

test('a guardian survives addresses that are none, and answers no page of another site', async () => {
  using app = temporaryApp({ 'rules.yaml': RULES }, ['core', 'policies', 'aos']);
  const { url } = await startedGuardian(app.folder, 'rules.yaml');
  const own = `Host: ${new URL(url).host}`;
  expect(await statusOf(url, `GET // HTTP/1.1\r\n${own}`)).toBe('405');
  expect(await statusOf(url, `GET http://[ HTTP/1.1\r\n${own}`)).toBe('400');
  expect(await statusOf(url, `OPTIONS * HTTP/1.1\r\n${own}`)).toBe('400');
  expect(await statusOf(url, 'GET /health HTTP/1.1\r\nHost: evil.example')).toBe('421');
  expect(await statusOf(url, 'GET /health HTTP/1.1\r\nHost: localhost:1')).toBe('200');
  expect(await statusOf(url, 'GET /health HTTP/1.1\r\nHost: [::1]:1')).toBe('200');
});

test('a guardian ends although somebody never finishes a request', async () => {
  using app = temporaryApp({ 'rules.yaml': RULES }, ['core', 'policies', 'aos']);
  const { url, token, child } = await startedGuardian(app.folder, 'rules.yaml');
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`;
  const slow = await say(
    url,
    `${head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  );
  slow.on('error', () => undefined);
  await fetch(new URL('/health', url));
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('an empty token is refused', async () => {
  using app = temporaryApp({ 'rules.yaml': RULES }, ['core', 'policies', 'aos']);
  const words = ['guardian', 'start', 'rules.yaml', '--port', '0'];
  const { code, err } = await app.runWith({ INTERPOSE_TOKEN: '' }, ...words);
  expect(err).toMatch(/^usage_invalid: INTERPOSE_TOKEN is empty\. Set it to a secret/);
  expect(code).toBe(2);
});
