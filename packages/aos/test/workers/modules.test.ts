import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, onTestFinished, test, vi } from 'vitest';

import { serveInWorkers, type WorkerNote, type WorkerPool } from '../../src/workers/index.ts';
import { toolCall } from '../post-step.ts';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'interpose-modules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function serve(file: string, source: string, loadMs = 30_000): Promise<WorkerPool> {
  const module = join(folder, file);
  writeFileSync(module, source);
  const pool = await serveInWorkers(module, { workers: 2, loadMs });
  onTestFinished(() => pool.close());
  return pool;
}

test.each([
  ['throws', 'throw new Error("no")', 'policies_unreadable'],
  ['exports nothing', 'export const nothing = 1;', 'no_policies'],
  ['spins as it loads', 'for (;;);', 'policies_unreadable'],
  ['ends the thread', 'process.exit(1)', 'policies_unreadable'],
])('a module that %s is refused', async (name, source, code) => {
  const loadMs = name.startsWith('spins') ? 1500 : 30_000;
  const loading = serve(`${name.replaceAll(' ', '-')}.mjs`, source, loadMs);
  await expect(loading).rejects.toMatchObject({ code });
});

const HOOKS = 'hooks: { preToolCall: (): undefined => undefined }';

test.each([
  [
    'imports TypeScript',
    'typed.ts',
    `import { name } from "./name.ts"; export default { name, ${HOOKS} };`,
  ],
  [
    'is TypeScript by its name alone',
    'typed.mts',
    `const name: string = "typed"; export default { name, ${HOOKS} };`,
  ],
  ['is a CommonJS module', 'common.ts', `module.exports = { name: "typed" as string, ${HOOKS} };`],
])('a module that %s is loaded', async (_, file, source) => {
  writeFileSync(join(folder, 'name.ts'), 'export const name: string = "typed";');
  expect((await serve(file, source)).names).toEqual(['typed']);
});

test('TypeScript that is more than types is refused with its file', async () => {
  const source = 'enum Kind { Refund }\nexport default { name: Kind[0], hooks: {} };';
  await expect(serve('enum.ts', source)).rejects.toThrow(
    /^\[policies_unreadable\] .*enum is not supported.*enum\.ts:1\)/s,
  );
});

/** A worker that goes on dying: what became of the questions until its second rest, and how often one was started. */
async function askDying(file: string, source: string): Promise<[string[], number, WorkerNote[]]> {
  const starts = join(folder, `${file}.starts`);
  const count = `import { appendFileSync, readFileSync } from 'node:fs';
const starts = ${JSON.stringify(starts)};
appendFileSync(starts, '.');
const isFirst = readFileSync(starts, 'utf8').length === 1;`;
  const notes: WorkerNote[] = [];
  const module = join(folder, file);
  writeFileSync(module, `${count}\n${source}`);
  const pool = await serveInWorkers(module, { workers: 1, report: (note) => notes.push(note) });
  onTestFinished(() => pool.close());
  const said = new Set<string>();
  const rests = (): boolean =>
    notes.some((note) => note.kind === 'worker-stopped' && note.reason.includes('started for 1 s'));
  const end = performance.now() + 50_000;
  while (!rests() && performance.now() < end) {
    const { error } = (await (await pool.answer(post(toolCall()))).json()) as { error?: object };
    said.add(error === undefined ? 'decided' : 'undecided');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return [[...said].toSorted(), readFileSync(starts, 'utf8').length, notes];
}

function post(body: unknown): Request {
  const headers = { 'content-type': 'application/json' };
  return new Request('http://guardian/', { method: 'POST', headers, body: JSON.stringify(body) });
}

const ENDS = 'export default { name: "ends", hooks: { preToolCall: () => process.exit(1) } };';

test.each([
  [
    'throws a while after it has loaded again',
    `if (!isFirst) setTimeout(() => { throw new Error('late'); }, 20); ${ENDS}`,
  ],
  ['ends its thread as it loads again', `if (!isFirst) process.exit(1); ${ENDS}`],
  ['cannot be loaded again', `if (!isFirst) throw new Error('not again'); ${ENDS}`],
])(
  'a module that %s is not started over and over: it rests, and that is told',
  async (name, source) => {
    const [said, starts, notes] = await askDying(`${name.replaceAll(' ', '-')}.mjs`, source);
    // One at first, five in place of the first deaths, and one after the rest of half a second.
    expect([said, starts]).toEqual([['undecided'], 7]);
    expect(notes).toContainEqual({
      kind: 'worker-stopped',
      worker: 0,
      reason: expect.stringMatching(/; it died 6 times in a row .* none is started for 0\.5 s/),
      undecided: expect.any(Number),
    });
  },
);
