import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { InterposeError } from '@interpose/core';

/**
 * The guardian of this repository, in a process of its own. It has a channel to this process and ends with it, however
 * this one ends.
 *
 * Throws `InterposeError` with code `guardian_unavailable` where it does not listen; it has said why on standard error.
 */
export async function startGuardian(
  module: string,
  token: string,
): Promise<{ readonly url: string } & AsyncDisposable> {
  const program = join(import.meta.dirname, '../../../guardian/src/guardian.ts');
  const words = [program, module, '--port', '0', '--json'];
  const env = { ...process.env, INTERPOSE_TOKEN: token, INTERPOSE_STORAGE: 'none' };
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env,
  });
  const output = child.stdout!;
  const lines = createInterface({ input: output });
  for await (const line of lines) {
    const { kind, url } = JSON.parse(line) as { readonly kind: string; readonly url?: string };
    if (kind !== 'listening' || url === undefined) continue;
    output.resume();
    return {
      url,
      [Symbol.asyncDispose]: async () => {
        child.kill('SIGTERM');
        if (child.exitCode === null) await once(child, 'exit');
      },
    };
  }
  const remedy = 'repair what it says before this line';
  throw new InterposeError('guardian_unavailable', 'the guardian did not start', remedy);
}
