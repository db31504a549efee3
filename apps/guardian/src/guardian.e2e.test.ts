import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { guardian } from '@interpose/aos';
import { createHooks, type DecisionRecord } from '@interpose/core';
import { afterAll, afterEach, describe, expect, test } from 'vitest';

import { parseGuardianArguments } from './command/parse-guardian-arguments.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-guardian-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Started {
  readonly url: string;
  readonly reports: Record<string, unknown>[];
  /** Waits until a report of this kind has come after the ones seen. */
  readonly next: (kind: string) => Promise<Record<string, unknown>>;
  readonly child: ChildProcess;
}

let running: ChildProcess | undefined;
afterEach(() => void running?.kill('SIGKILL'));

async function start(module: string): Promise<Started> {
  const program = join(import.meta.dirname, 'guardian.ts');
  const words = [program, module, '--port', '0', '--token', 'secret', '--json'];
  const env = { ...process.env, INTERPOSE_STORAGE: 'none' };
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env,
  });
  running = child;
  const reports: Record<string, unknown>[] = [];
  const waiting: (() => void)[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => {
    reports.push(JSON.parse(line) as Record<string, unknown>);
    for (const look of waiting.splice(0)) look();
  });
  let seen = 0;
  const next = async (kind: string): Promise<Record<string, unknown>> => {
    for (;;) {
      const place = reports.findIndex((report, index) => index >= seen && report['kind'] === kind);
      if (place >= 0) {
        seen = place + 1;
        return reports[place]!;
      }
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
  };
  const { url } = await next('listening');
  return { url: String(url), reports, next, child };
}

function write(name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(path, source);
  return path;
}

function denying(reason: string): string {
  const hooks = `{ preToolCall: { name: 'rule', run: () => ({ decision: 'deny', reason: '${reason}' }) } }`;
  return `export default { name: 'shop', hooks: ${hooks} };`;
}

async function ask(url: string, timeoutMs?: number): Promise<DecisionRecord | undefined> {
  const patience = timeoutMs === undefined ? {} : { timeoutMs, retries: 0 };
  const hooks = createHooks({
    policies: [guardian({ url, token: 'secret', events: ['preToolCall'], ...patience })],
  });
  let record: DecisionRecord | undefined;
  hooks.observe('onDecision', (ctx) => {
    record = ctx.record;
  });
  const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
  const call = { id: 'call_1', name: 'refund', args: {} };
  await hooks.dispatch('preToolCall', { call, tool }, { session: { id: 'thread' } });
  return record;
}

const inFlight = async (url: string): Promise<unknown> =>
  ((await (await fetch(new URL('/health', url))).json()) as { inFlight: unknown }).inFlight;

describe('pnpm guardian', () => {
  test('serves a module, tells every decision, and how it is', async () => {
    const module = `import type { Policy } from '@interpose/core';
import { deny } from '@interpose/core';
const rule = { name: 'rule', run: () => deny('closed') };
const shop: Policy = { name: 'shop', hooks: { preToolCall: rule } };
export default shop;`;
    const { url, next } = await start(write('serves.ts', module));
    expect(await ask(url)).toMatchObject({ decision: 'deny', by: ['shop/rule'], reason: 'closed' });
    const told = await next('decision');
    expect(told['record']).toMatchObject({ decision: 'deny', tool: 'refund', sessionId: 'thread' });
    const health = await fetch(new URL('/health', url));
    expect(health.status).toBe(200);
    const digest = createHash('sha256').update(module).digest('hex');
    const policies = ['shop'];
    expect(await health.json()).toEqual({ status: 'serving', policies, digest, inFlight: 0 });
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  test('loads the module again when it changes, and refuses one that is broken', async () => {
    const path = write('changes.mjs', denying('first'));
    const { url, next } = await start(path);
    expect(await ask(url)).toMatchObject({ reason: 'first' });
    await pause(300);
    write('changes.mjs', denying('second'));
    expect(await next('policies')).toMatchObject({ names: ['shop'], reloaded: true });
    expect(await ask(url)).toMatchObject({ reason: 'second' });
    for (const broken of [
      'export default {',
      'export default { name: "x", hooks: { preTool: () => {} } };',
    ]) {
      await pause(300);
      write('changes.mjs', broken);
      expect(await next('refused')).toHaveProperty('problem');
      expect(await ask(url)).toMatchObject({ reason: 'second' });
    }
  });

  // Ctrl-C reaches the whole process group, and the parent process passes it on as well.
  test.each([
    ['a signal', (child: ChildProcess) => child.kill('SIGTERM')],
    [
      'a signal that comes twice',
      (child: ChildProcess) => {
        child.kill('SIGINT');
        setTimeout(() => child.kill('SIGINT'), 50);
      },
    ],
    ['a terminal that is closed', (child: ChildProcess) => child.kill('SIGHUP')],
    ['the end of the process that started it', (child: ChildProcess) => child.disconnect()],
  ])('answers what is in flight before it ends by %s', async (_, stop) => {
    const slow = `export default { name: 'slow', hooks: { preToolCall: async () => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      return { decision: 'deny', reason: 'after all' };
    } } };`;
    const { url, next, child } = await start(write('slow.mjs', slow));
    const asked = ask(url);
    await expect.poll(() => inFlight(url)).toBe(1);
    stop(child);
    await next('draining');
    expect(await asked).toMatchObject({ decision: 'deny', reason: 'after all' });
    const [exitCode] = (await once(child, 'exit')) as [number | null];
    expect(exitCode).toBe(0);
    expect(await ask(url)).toMatchObject({ decision: 'deny', codes: ['guardian_unreachable'] });
  });

  test('ends within ten seconds although a decision hangs, which gets its posture', async () => {
    const hung = `export default { name: 'hung', hooks: { preToolCall: () => new Promise(() => {
      setInterval(() => {}, 1000);
    }) } };`;
    const { url, next, child } = await start(write('hung.mjs', hung));
    const asked = ask(url, 30_000);
    await expect.poll(() => inFlight(url)).toBe(1);
    const began = performance.now();
    child.kill('SIGTERM');
    await next('draining');
    const [exitCode] = (await once(child, 'exit')) as [number | null];
    expect(performance.now() - began).toBeLessThan(10_500);
    expect(exitCode).toBe(1);
    expect(await asked).toMatchObject({
      decision: 'deny',
      codes: [expect.stringMatching(/^guardian_/)],
    });
  });

  test('goes on when nobody reads any more what it says', async () => {
    const { url, child } = await start(write('unread.mjs', denying('still there')));
    child.stdout?.destroy();
    for (let times = 0; times < 3; times++)
      expect(await ask(url)).toMatchObject({ decision: 'deny', reason: 'still there' });
    expect(child.exitCode).toBeNull();
  });

  test('makes a token of its own where none is given, and another each time', () => {
    const tokens = [1, 2].map(() => parseGuardianArguments([]).token);
    expect(new Set(tokens).size).toBe(2);
    expect(tokens[0]).toMatch(/^[\w-]{32}$/);
  });

  test('starts with its own policies where no module is named', async () => {
    const { url } = await start(parseGuardianArguments([]).module);
    expect(await ask(url)).toMatchObject({ decision: 'allow' });
  });
});

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}
