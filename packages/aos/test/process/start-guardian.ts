import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A guardian in a process of its own. */
export interface GuardianProcess {
  readonly url: string;
  readonly port: number;
  /** Ends it without a goodbye. */
  kill(): Promise<void>;
}

/** Starts a guardian, at this port or any. */
export async function startGuardian(port = 0): Promise<GuardianProcess> {
  const program = join(import.meta.dirname, 'guardian-server.ts');
  const child = spawn(process.execPath, ['--conditions=@interpose/source', program, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => {
      throw new Error('the guardian ended before it listened');
    }),
  ])) as [string];
  return {
    url: `http://127.0.0.1:${line}/`,
    port: Number(line),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
