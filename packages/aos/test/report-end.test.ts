import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { createHooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { report, type ReportNote } from '../src/report/index.ts';

/** An address where nobody listens. */
const url = 'http://127.0.0.1:9';

test('what waits in memory alone when it is taken out of the hooks is told as lost, once', async () => {
  const notes: ReportNote[] = [];
  const policy = report({ url, flushMs: 5, onNote: (note) => void notes.push(note) });
  const hooks = createHooks();
  const end = hooks.use(policy);
  hooks.addHook('preMemoryStore', () => undefined);
  for (let count = 0; count < 3; count++) await hooks.dispatch('preMemoryStore', { memory: [] });
  await hooks.flush();
  end();
  await expect.poll(() => notes.filter(({ kind }) => kind === 'lost')).toHaveLength(1);
  expect(notes).toContainEqual({ kind: 'lost', count: 3 });
});

test.each([
  ['that ends', '', [{ kind: 'lost', count: 3 }]],
  ['that exits before anything is sent', 'process.exit(0);', [{ kind: 'lost', count: 3 }]],
  ['whose hooks closed', 'await hooks.close();', [{ kind: 'lost', count: 3 }]],
])('a process %s tells what it loses, once', async (_, end, expected) => {
  const program = `
    import { createHooks } from '@interpose/core';
    import { report } from '@interpose/aos/report';
    const onNote = (note) => note.kind === 'lost' && console.log(JSON.stringify(note));
    const hooks = createHooks({ policies: [report({ url: '${url}', flushMs: 5, onNote })] });
    hooks.addHook('preMemoryStore', () => undefined);
    for (const _ of [1, 2, 3]) await hooks.dispatch('preMemoryStore', { memory: [] });
    ${end}`;
  const run = ['--conditions=@interpose/source', '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, run, {
    cwd: import.meta.dirname,
  });
  expect(
    stdout
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object),
  ).toEqual(expected);
});
