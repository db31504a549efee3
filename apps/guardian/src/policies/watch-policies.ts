import type { PolicyHost } from './policy-host.ts';
import { readSource } from './policy-source.ts';

const EVERY_MS = 200;
const AGAIN_MS = 3000;

/**
 * Loads what changes on the disk, once it has stayed the same for a moment: what is half written is not looked at. What
 * could not be tried is tried again; what cannot be read is told once, since no later change would be loaded either.
 */
export function watchPolicies(path: string, host: PolicyHost, againMs = AGAIN_MS): () => void {
  let [tried, seen]: (string | undefined)[] = [host.digest, host.digest];
  let isBusy = false;
  let againAt = 0;
  const look = async (): Promise<void> => {
    const found = await readSource(path).then(
      ({ digest }) => digest,
      ({ message }: Error) => message,
    );
    const isSettled = found === seen;
    seen = found;
    if (!isSettled || found === tried || performance.now() < againAt) return;
    if (await host.reload()) tried = found;
    else againAt = performance.now() + againMs;
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void look().finally(() => {
      isBusy = false;
    });
  }, EVERY_MS);
  return () => clearInterval(timer);
}
