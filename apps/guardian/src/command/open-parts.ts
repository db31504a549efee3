import { ApprovalClock } from '../approvals/approval-clock.ts';
import { ApprovalDesk } from '../approvals/approval-desk.ts';
import { Switches } from '../approvals/switches.ts';
import { Waiters } from '../approvals/waiters.ts';
import { Webhook } from '../approvals/webhook.ts';
import { Anchors } from '../audit/anchors.ts';
import { Retention } from '../audit/retention.ts';
import { publishKey, signingKey } from '../audit/signing-key.ts';
import { Recorder } from '../decisions/recorder.ts';
import { TenantKeys } from '../decisions/tenant-keys.ts';
import type { GuardianParts } from '../http/guardian-parts.ts';
import { hearOthers } from '../live/hear-others.ts';
import { LiveFeed } from '../live/live-feed.ts';
import { AgentTokens } from '../people/agent-tokens.ts';
import { CommandKey } from '../people/command-key.ts';
import { Logins } from '../people/logins.ts';
import { keepVersions } from '../policies/keep-versions.ts';
import { openStorage, type Storage } from '../storage/open-storage.ts';
import type { Opening } from './engine.ts';

interface Opened {
  readonly parts: GuardianParts;
  close(timeMs: number): Promise<void>;
}

/** Opens the storage, and everything that works on it and hears of what other guardians do. */
export async function openParts(
  { choice, host, report }: Opening,
  ends: AbortSignal,
  url: () => string,
): Promise<Opened> {
  const { config, token } = choice;
  const { folder, spoolBytes, flushMs } = config;
  const storage = await openStorage(config);
  const keys = new TenantKeys(storage);
  await keys.load();
  const key = signingKey(folder);
  await publishKey(storage, key);
  const told = (problem: string): void => report({ kind: 'problem', problem });
  const recorder = new Recorder(storage, { folder, spoolBytes, flushMs, key, report: told });
  const live = new LiveFeed(storage);
  const waiters = new Waiters();
  const switches = new Switches(storage);
  const [tokens, logins] = [new AgentTokens(storage, token), new Logins(storage)];
  await hearOthers(storage, { live, waiters, switches, tokens });
  const versions = await keepVersions(storage, host, told);
  const desk = new ApprovalDesk(storage, config, waiters);
  const command = new CommandKey(folder);
  const kept = { config, storage, recorder, keys, host, versions, live };
  const clocks = startClocks(storage, config, url);
  return {
    parts: { ...kept, tokens, logins, desk, switches, command, address: url, ends },
    close: async (timeMs) => {
      for (const clock of clocks) clock.stop();
      switches.close();
      await recorder.close(timeMs);
      await storage.close();
    },
  };
}

function startClocks(
  storage: Storage,
  config: GuardianParts['config'],
  url: () => string,
): readonly { stop(): void }[] {
  const clocks = [new ApprovalClock(storage, config), new Retention(storage, config.retentionDays)];
  const anchors = config.anchorFile === undefined ? [] : [new Anchors(storage, config.anchorFile)];
  const { webhookUrl, webhookSecret: secret, webhookFormat: format } = config;
  if (webhookUrl === undefined || secret === undefined) return [...clocks, ...anchors];
  return [
    ...clocks,
    ...anchors,
    new Webhook(storage, { url: webhookUrl, secret, format, console: url }),
  ];
}
