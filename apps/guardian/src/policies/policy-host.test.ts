import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { POLICIES_HEADER, PolicyHost } from './policy-host.ts';
import type { Report } from '../command/reporter.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-policy-host-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

interface Hosted {
  readonly host: PolicyHost;
  readonly reports: Report[];
  readonly write: (source: string) => void;
}

function hosted(source: string, loadMs?: number): Hosted {
  const path = join(folder, `policies-${++files}.mjs`);
  const write = (text: string): void => writeFileSync(path, text);
  write(source);
  const reports: Report[] = [];
  const host = new PolicyHost(
    path,
    (report) => void reports.push(report),
    loadMs === undefined ? {} : { loadMs },
  );
  return { host, reports, write };
}

function policy(name: string, run = '() => undefined', before = ''): string {
  return `${before}\nexport default { name: '${name}', hooks: { preToolCall: { name: 'rule', run: ${run} } } };`;
}

async function ask(host: PolicyHost): Promise<Response> {
  const toolCallRequest = { executionId: 'e', toolId: 'refund', inputs: [] };
  const agent = {
    id: 'clerk',
    name: 'Clerk',
    instructions: 'Be exact.',
    version: '3.1.0',
    provider: { name: 'Models', url: 'https://models.example' },
    model: { id: 'm-1', name: 'm-large', provider: { name: 'Models' } },
  };
  const place = { session: { id: 's' }, turnId: 't', stepId: 'x' };
  const user = { id: 'user-9', organization: { id: 'org-1' } };
  const context = { agent, ...place, timestamp: '2026-01-05T09:00:00.000Z', user };
  const params = { toolCallRequest, context };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'steps/toolCallRequest', params });
  const headers = { 'content-type': 'application/json' };
  return host.answer(new Request('http://guardian.invalid/', { method: 'POST', headers, body }));
}

/** A point in the source code that stops until the test lets it continue. */
interface Halt {
  readonly reached: Promise<void>;
  readonly open: () => void;
  /** The text for the source code. */
  readonly text: string;
}

function halt(): Halt {
  const name = `halt${++files}`;
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stop = (): Promise<void> => {
    reached.resolve();
    return held.promise;
  };
  (globalThis as Record<string, unknown>)[name] = stop;
  return { reached: reached.promise, open: () => held.resolve(), text: `await ${name}();` };
}

test('the newest of two overlapping loads is served, though the older one ends last', async () => {
  const { host, write } = hosted(policy('first'));
  await host.load();
  const slow = halt();
  write(policy('older', '() => undefined', slow.text));
  const older = host.reload();
  await slow.reached;
  write(policy('newer'));
  await host.reload();
  slow.open();
  await older;
  expect(host.names).toEqual(['newer']);
});

test('what was there stays where the newest load is refused, though an older one ends later', async () => {
  const { host, write, reports } = hosted(policy('first'));
  await host.load();
  const slow = halt();
  write(policy('older', '() => undefined', slow.text));
  const older = host.reload();
  await slow.reached;
  write('export default {');
  await host.reload();
  slow.open();
  await older;
  expect(host.names).toEqual(['first']);
  expect(reports.map(({ kind }) => kind)).toEqual(['policies', 'refused']);
});

test.each([
  ['a module that waits for ever', policy('x', '() => undefined', 'await new Promise(() => {});')],
  [
    'a setup that waits for ever',
    `export default { name: 'x', setup: () => new Promise(() => {}), hooks: { preToolCall: () => {} } };`,
  ],
])('%s is refused in time, and it is told', async (_, source) => {
  await expect(hosted(source, 50).host.load()).rejects.toMatchObject({
    code: 'policies_unreadable',
  });
  const { host, reports, write } = hosted(policy('first'), 200);
  await host.load();
  write(source);
  await host.reload();
  expect(host.names).toEqual(['first']);
  expect(reports.at(-1)).toMatchObject({
    kind: 'refused',
    problem: expect.stringContaining('did not finish loading'),
  });
});

test.each([
  ['a policy without a hook', `export default { name: 'idle' };`],
  ['a policy that only watches', `export default { name: 'w', hooks: { onDecision: () => {} } };`],
])('%s is refused: every step would be allowed', async (_, source) => {
  await expect(hosted(source).host.load()).rejects.toMatchObject({ code: 'no_policies' });
});

test.each([
  ['options', `export default { policies: [{ name: 'a', hooks: { preToolCall: () => {} } }] };`],
  [
    'a function that returns a list later',
    `export default async () => [{ name: 'a', hooks: { preToolCall: () => {} } }];`,
  ],
])('%s may be what a module exports', async (_, source) => {
  const { host } = hosted(source);
  await host.load();
  expect(host.names).toEqual(['a']);
});

test('what no hook decides about is named', async () => {
  const { host, reports } = hosted(policy('tools'));
  await host.load();
  const [report] = reports as Extract<Report, { kind: 'policies' }>[];
  expect(report?.uncovered).toContain('preMcpMessage');
  expect(report?.uncovered).not.toContain('preToolCall');
});

test('every answer names the policies that decided by the digest of their module', async () => {
  const { host, write } = hosted(policy('first'));
  await host.load();
  const first = host.digest;
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect((await ask(host)).headers.get(POLICIES_HEADER)).toBe(first);
  write(policy('second'));
  await host.reload();
  expect(host.digest).not.toBe(first);
  expect((await ask(host)).headers.get(POLICIES_HEADER)).toBe(host.digest);
});

test('a decision that is given up ends without one, and its hook is told', async () => {
  const key = `aborted${++files}`;
  const asks = halt();
  const hung = `async ({ signal }) => {
    signal.addEventListener('abort', () => { globalThis.${key} = true; });
    ${asks.text}
  }`;
  const { host } = hosted(policy('hung', hung));
  await host.load();
  const asked = ask(host);
  await asks.reached;
  expect(host.inFlight).toBe(1);
  host.giveUp();
  const response = await asked;
  const isAnswered = response.ok && 'result' in ((await response.json()) as object);
  expect(isAnswered).toBe(false);
  expect(host.inFlight).toBe(0);
  expect((globalThis as Record<string, unknown>)[key]).toBe(true);
});
