import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { killGuardians, startGuardian, TOKEN } from '../../test/start-guardian.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-guardian-'));
afterAll(async () => {
  await killGuardians();
  rmSync(folder, { recursive: true });
});

test('a guardian without storage asks for the token at every address', async () => {
  const module = join(folder, 'policies.mjs');
  writeFileSync(module, `export default { name: 'shop', hooks: { preToolCall: () => {} } };`);
  const { url } = await startGuardian({ INTERPOSE_STORAGE: 'none' }, [module]);
  const statusOf = async (path: string, headers: Record<string, string>): Promise<number> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: {} });
    const all = { 'content-type': 'application/json', ...headers };
    return (await fetch(url + path, { method: 'POST', headers: all, body })).status;
  };
  for (const path of ['', 'steps', '?step=1', '/']) {
    expect([path, await statusOf(path, {})]).toEqual([path, 401]);
    expect([path, await statusOf(path, { authorization: `Bearer ${TOKEN}` })]).toEqual([path, 200]);
  }
});
