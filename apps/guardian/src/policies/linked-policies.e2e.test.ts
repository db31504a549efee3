import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { startGuardian } from '../../test/start-guardian.ts';

const POLICY = `import { reason } from './_reason.ts';
const run = ({ call }: { call: { name: string } }): object => {
  if (call.name === 'exit') process.exit(3);
  return { decision: 'deny', reason, code: 'asked' };
};
export default { name: 'linked', hooks: { preToolCall: run } };`;

test.each(['0', '1'])(
  'policies behind a link decide by the texts that were read, with %s workers',
  async (workers) => {
    const folder = mkdtempSync(join(tmpdir(), 'interpose-linked-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const real = join(folder, 'real');
    mkdirSync(real);
    symlinkSync(real, join(folder, 'link'));
    const write = (reason: string): void =>
      writeFileSync(join(real, '_reason.ts'), `export const reason: string = '${reason}';`);
    write('first');
    writeFileSync(join(real, 'linked.ts'), POLICY);
    const settings = { INTERPOSE_FOLDER: join(folder, 'data'), INTERPOSE_WORKERS: workers };
    const guardian = await startGuardian(settings, [join(folder, 'link')]);
    onTestFinished(() => guardian.kill());
    const hooks = agentHooks(guardian.url);
    expect(await askTool(hooks, {})).toMatchObject({ reason: 'first' });
    await guardian.next('policies');
    write('second');
    await guardian.next('policies');
    expect(await askTool(hooks, {})).toMatchObject({ reason: 'second' });
    writeFileSync(join(real, '_reason.ts'), 'export const reason = nothing;');
    await guardian.next('refused');
    if (workers === '1') await askTool(hooks, {}, { name: 'exit' });
    expect(await askTool(hooks, {})).toMatchObject({ reason: 'second' });
  },
);
