import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'interpose-guardian-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(path, source);
  return path;
}

interface Ended {
  readonly exitCode: unknown;
  readonly output: string;
  readonly errors: string;
}

function runGuardian(
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const program = join(import.meta.dirname, 'guardian.ts');
  return new Promise((resolve) => {
    const env = { ...process.env, ...more };
    execFile(process.execPath, [program, ...words], { env }, (error, output, errors) => {
      resolve({ exitCode: error?.code ?? 0, output, errors });
    });
  });
}

test.each([
  ['no such file', [join(folder, 'absent.ts')], 'policies_unreadable'],
  ['a folder', [folder], 'policies_unreadable'],
  ['a broken module', [write('broken.mjs', 'export default {')], 'policies_unreadable'],
  ['bytes', [write('bytes.ts', '\0\u0001\u0002')], 'policies_unreadable'],
  ['an empty module', [write('empty.mjs', '')], 'no_policies'],
  [
    'a module that never finishes loading',
    [write('endless.mjs', 'await new Promise(() => {});')],
    'policies_unreadable',
  ],
  ['a policy without a hook', [write('idle.mjs', 'export default { name: "x" };')], 'no_policies'],
  ['no policy', [write('none.mjs', 'export default [];')], 'no_policies'],
  [
    'an unknown event',
    [write('event.mjs', 'export const policies = [{ name: "x", hooks: { preTool() {} } }];')],
    'unknown_event',
  ],
  ['two modules', ['a.ts', 'b.ts'], 'arguments_invalid'],
  ['an unknown option', ['--ports', '1'], 'arguments_invalid'],
  ['a port that is none', ['--port', '70000'], 'arguments_invalid'],
  ['an empty port', ['--port='], 'arguments_invalid'],
])('%s ends it with 2 and one line', async (_, words, code) => {
  const { exitCode, output, errors } = await runGuardian(words);
  expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
  expect(errors).toMatch(new RegExp(`^\\[${code}\\] [^\\n]+; [^\\n]+\\n$`));
});

test.each([0, 1])(
  'a port that is taken ends it with 2, and it says so, with %s workers',
  async (workers) => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const { exitCode, errors } = await runGuardian(['--port', String(port)], {
      INTERPOSE_WORKERS: String(workers),
    });
    holder.close();
    expect(errors).toMatch(/^\[port_unavailable\] port \d+ .*; stop what uses it, [^\n]*\n$/);
    expect(exitCode).toBe(2);
  },
);
