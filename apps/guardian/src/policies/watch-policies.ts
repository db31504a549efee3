import type { PolicyHost } from './policy-host.ts';
import { readSource } from './policy-source.ts';

const EVERY_MS = 200;

/** Loads what changes on the disk, once it has stayed the same for a moment: what is half written is not looked at. */
export function watchPolicies(path: string, host: PolicyHost): () => void {
  let [tried, seen] = [host.digest, host.digest];
  let isBusy = false;
  const look = async (): Promise<void> => {
    const digest = await readSource(path).then(
      (source) => source.digest,
      () => undefined,
    );
    const isSettled = digest === seen;
    seen = digest;
    if (!isSettled || digest === undefined || digest === tried) return;
    tried = digest;
    await host.reload();
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
