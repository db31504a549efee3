import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The guardian of this repository, in a process of its own. */
export async function startGuardian(
  module: string,
  token: string,
): Promise<{ readonly url: string } & AsyncDisposable> {
  const program = join(import.meta.dirname, '../../../guardian/src/guardian.ts');
  const words = [program, module, '--port', '0', '--token', token, '--json'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const { kind, url } = JSON.parse(line) as { readonly kind: string; readonly url?: string };
    if (kind !== 'listening' || url === undefined) continue;
    child.stdout.resume();
    return {
      url,
      [Symbol.asyncDispose]: async () => {
        child.kill('SIGTERM');
        if (child.exitCode === null) await once(child, 'exit');
      },
    };
  }
  throw new Error('the guardian did not listen');
}
