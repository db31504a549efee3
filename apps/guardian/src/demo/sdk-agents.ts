import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '../../../every-sdk/src/guarded.ts');
const SDKS = ['ai-sdk', 'openai', 'langchain', 'openai-agents'] as const;
/** The smaller refund is paid at once; the larger one waits for a person. */
const CENTS = ['900', '12500'] as const;

/** Runs a real agent of each SDK in turn, in its own process with a scripted model, to refund money. */
export async function runSdkAgent(
  count: number,
  {
    url,
    token,
    signal,
  }: { readonly url: string; readonly token: string; readonly signal: AbortSignal },
): Promise<void> {
  if (!existsSync(PROGRAM)) return;
  const sdk = SDKS[count % SDKS.length] ?? SDKS[0];
  const cents = CENTS[Math.floor(count / SDKS.length) % CENTS.length] ?? CENTS[0];
  const words = ['--conditions=@interpose/source', PROGRAM, sdk, url, cents];
  const env = { ...process.env, INTERPOSE_TOKEN: token };
  const child = spawn(process.execPath, words, { stdio: 'ignore', env });
  const end = (): void => void child.kill();
  signal.addEventListener('abort', end, { once: true });
  await once(child, 'close').catch(() => undefined);
  signal.removeEventListener('abort', end);
}
