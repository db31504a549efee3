import { ONLY_TENANT, type VersionKeeper } from './policy-layer.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import type { Storage } from '../storage/open-storage.ts';
import { dryRun } from './judge-again.ts';
import type { PolicyHost } from './policy-host.ts';
import { PolicyVersions } from './policy-versions.ts';

interface Notice {
  readonly digest: string;
  readonly by: string;
  readonly state: string;
}

/**
 * Keeps the versions of a host: each is tried on the last decisions before it takes over, and stored. A version that
 * another guardian rolled back to serves here too, also after a restart with the files of that time.
 */
export async function keepVersions(
  storage: Storage,
  host: PolicyHost,
  report: (problem: string) => void,
  live: LiveFeed,
): Promise<PolicyVersions> {
  const versions = new PolicyVersions(storage);
  const written = (error: unknown): void => report(`versions: ${(error as Error).message}`);
  const own = host.source;
  const earlier = own === undefined ? undefined : await versions.rolledBackFrom(own.digest);
  const keeper: VersionKeeper = {
    check: async (source) => void (await dryRun(storage, ONLY_TENANT, () => host.judge(source))),
    served: (source, names, by) => versions.note(source, { names, by }).catch(written),
    refused: (source, by, { message }) =>
      source.digest === host.digest
        ? Promise.resolve()
        : versions.note(source, { names: [], by, error: message }).catch(written),
  };
  if (own !== undefined && earlier === undefined) await keeper.served(own, host.names, 'start');
  host.attach(keeper);
  if (earlier !== undefined) await host.serveVersion(() => earlier, 'start').catch(written);
  await storage.listen('interpose_policies', (payload) => {
    live.tellAll({ type: 'policies', data: {} });
    if (payload === undefined) return;
    const { digest, by, state } = JSON.parse(payload) as Notice;
    if (state !== 'serving' || digest === host.digest || !PolicyVersions.isRollback(by)) return;
    void follow(versions, host, { digest, by }).catch(written);
  });
  return versions;
}

async function follow(
  versions: PolicyVersions,
  host: PolicyHost,
  { digest, by }: Pick<Notice, 'digest' | 'by'>,
): Promise<void> {
  const source = await versions.find(digest);
  if (source !== undefined) await host.serveVersion(() => source, by);
}
