import type { PolicyHost } from './policy-host.ts';
import { readSource } from './policy-source.ts';

const EVERY_MS = 200;
const AGAIN_MS = 3000;

/**
 * Loads what changes on the disk, once it has stayed the same for a moment: what is half written is not looked at. What
 * could not be tried is tried again.
 */
export function watchPolicies(path: string, host: PolicyHost, againMs = AGAIN_MS): () => void {
  let [tried, seen] = [host.digest, host.digest];
  let isBusy = false;
  let againAt = 0;
  const look = async (): Promise<void> => {
    const digest = await readSource(path).then(
      (source) => source.digest,
      () => undefined,
    );
    const isSettled = digest === seen;
    seen = digest;
    if (!isSettled || digest === undefined || digest === tried) return;
    if (performance.now() < againAt) return;
    if (await host.reload()) tried = digest;
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
