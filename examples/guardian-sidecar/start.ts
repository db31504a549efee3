import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

// Both on this machine; compose.yaml starts them in containers of their own.
const env = { ...process.env, GUARDIAN_TOKEN: randomUUID() };
const guardian = spawn(process.execPath, ['guardian.ts'], { env: { ...env, PORT: '0' } });
guardian.stdout.pipe(process.stdout, { end: false });
guardian.stderr.pipe(process.stderr, { end: false });
const [first] = (await once(guardian.stdout, 'data')) as [Buffer];
const port = /port (\d+)/.exec(first.toString())?.[1];

const agent = spawn('python3', ['agent.py'], {
  env: { ...env, GUARDIAN_URL: `http://127.0.0.1:${port}/` },
  stdio: 'inherit',
});
const [exitCode] = (await once(agent, 'close')) as [number | null];
guardian.kill();
process.exitCode = exitCode ?? 1;
