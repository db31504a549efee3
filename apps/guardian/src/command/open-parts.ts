import { ApprovalClock } from '../approvals/approval-clock.ts';
import { ApprovalDesk } from '../approvals/approval-desk.ts';
import { Switches } from '../approvals/switches.ts';
import { Waiters } from '../approvals/waiters.ts';
import { anchorKey } from '../audit/anchor-file.ts';
import { Anchors } from '../audit/anchors.ts';
import { Changes } from '../audit/changes.ts';
import { Retention } from '../audit/retention.ts';
import { publishKey, signingKey } from '../audit/signing-key.ts';
import { Recorder } from '../storing/recorder.ts';
import { TenantKeys } from '../decisions/tenant-keys.ts';
import { GuardianMetrics } from '../health/guardian-metrics.ts';
import { GuardianTraces } from '../health/guardian-traces.ts';
import type { GuardianParts } from '../http/guardian-parts.ts';
import { hearOthers } from '../live/hear-others.ts';
import { LiveFeed } from '../live/live-feed.ts';
import { AgentTokens } from '../people/agent-tokens.ts';
import { CommandKey } from '../people/command-key.ts';
import { NoticeSender } from '../notices/send-notices.ts';
import { Provider, providerOptions } from '../oidc/provider.ts';
import { Logins } from '../people/logins.ts';
import { keepVersions } from '../policies/keep-versions.ts';
import { openStorage, type Storage } from '../storage/open-storage.ts';
import type { Repeating } from '../storage/repeat.ts';
import { within } from './drain.ts';
import type { Opening } from './engine.ts';

interface Opened {
  readonly parts: GuardianParts;
  close(timeMs: number): Promise<void>;
}

/** Opens the storage and all parts that use it or listen to other guardians. */
export async function openParts(
  { choice, host, report }: Opening,
  ends: AbortSignal,
  url: () => string,
): Promise<Opened> {
  const { config, token } = choice;
  const storage = await openStorage(config);
  const keys = new TenantKeys(storage);
  await keys.load();
  const told = (problem: string): void => report({ kind: 'problem', problem });
  const { recorder, traces } = await openRecorder(storage, config, told);
  const live = new LiveFeed(storage);
  const waiters = new Waiters();
  const switches = new Switches(storage);
  switches.tell((stops) => host.stop(stops));
  const [tokens, logins] = [new AgentTokens(storage, token), new Logins(storage)];
  await hearOthers(storage, { live, waiters, switches, tokens });
  const versions = await keepVersions(storage, host, told, live);
  const desk = new ApprovalDesk(storage, config, waiters);
  const command = new CommandKey(config.folder, config.commandKey);
  const changes = new Changes(storage, recorder);
  const metrics = new GuardianMetrics();
  metrics.watch({ storage, recorder, host });
  const kept = { config, storage, recorder, traces, keys, host, versions, live, told, changes };
  const people = { tokens, logins, provider: openProvider(config, told) };
  const clocks = startClocks(storage, config, url, told);
  return {
    parts: { ...kept, ...people, metrics, desk, switches, command, address: url, ends },
    close: async (timeMs) => {
      const stopped = Promise.all([switches.stopLooking(), ...clocks.map((clock) => clock.stop())]);
      const sent = traces === undefined ? Promise.resolve() : within(timeMs, traces.close());
      await Promise.all([within(timeMs, stopped), recorder.close(timeMs), sent]);
      await storage.close();
    },
  };
}

/** Opens the recorder of decisions, with traces of its work if there is a collector. */
async function openRecorder(
  storage: Storage,
  config: GuardianParts['config'],
  report: (problem: string) => void,
): Promise<Pick<GuardianParts, 'recorder' | 'traces'>> {
  const { folder, spoolBytes, flushMs, otlpEndpoint } = config;
  const key = signingKey(folder);
  await publishKey(storage, key);
  if (config.anchorFile !== undefined) anchorKey(config.anchorFile, key);
  const traces = otlpEndpoint === undefined ? undefined : new GuardianTraces(otlpEndpoint);
  const options = { folder, spoolBytes, flushMs, key, report, traces };
  return { recorder: new Recorder(storage, options), traces };
}

/** Looks for the provider now, so that errors are reported early; agents get answers meanwhile. */
function openProvider(
  config: GuardianParts['config'],
  told: (problem: string) => void,
): Provider | undefined {
  const options = providerOptions(config);
  if (options === undefined) return undefined;
  const provider = new Provider(options);
  void provider.find().catch((error: unknown) => {
    told(`nobody can sign in through ${options.issuer} yet: ${(error as Error).message}`);
  });
  return provider;
}

function startClocks(
  storage: Storage,
  config: GuardianParts['config'],
  url: () => string,
  told: (problem: string) => void,
): readonly Repeating[] {
  const { anchorFile, webhookUrl, webhookSecret: secret, webhookFormat: format } = config;
  const own =
    webhookUrl === undefined || secret === undefined
      ? undefined
      : { url: webhookUrl, secret, format };
  return [
    new ApprovalClock(storage, config),
    new Retention(storage, config.retentionDays),
    new NoticeSender(storage, own, url),
    ...(anchorFile === undefined ? [] : [new Anchors(storage, anchorFile, told)]),
  ];
}
