import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { killGuardians, startGuardian } from '../../test/start-guardian.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-guardian-'));
afterAll(async () => {
  await killGuardians();
  rmSync(folder, { recursive: true });
});

test('a policy that calls process.exit ends no guardian, loaded again or in a step', async () => {
  const module = join(folder, 'policies.mjs');
  const policy = `export default { name: 'shop', hooks: { preToolCall: () => process.exit(0) } };`;
  writeFileSync(module, policy);
  const guardian = await startGuardian({ INTERPOSE_STORAGE: 'none' }, [module]);
  const asked = await askTool(agentHooks(guardian.url), {});
  expect(asked).toMatchObject({ decision: 'deny', code: 'hook_failed' });
  for (const start of ['process.exit(0);', `import { exit } from 'node:process'; exit(0);`]) {
    writeFileSync(module, `${start}\n${policy}`);
    expect(await guardian.next('refused')).toHaveProperty(
      'problem',
      expect.stringMatching(/^\[exit_refused\] a policy called process\.exit; /),
    );
  }
  expect((await fetch(new URL('/health', guardian.url))).status).toBe(200);
});
