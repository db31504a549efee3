import { publishKey, signingKey } from '../audit/signing-key.ts';
import { Recorder } from '../decisions/recorder.ts';
import { stepRecording } from '../decisions/record-steps.ts';
import { TenantKeys } from '../decisions/tenant-keys.ts';
import { CONSOLE_FOLDER } from '../http/console-files.ts';
import { guardianApp } from '../http/guardian-app.ts';
import type { GuardianParts } from '../http/guardian-parts.ts';
import { LiveFeed } from '../live/live-feed.ts';
import { AgentTokens } from '../people/agent-tokens.ts';
import { Logins } from '../people/logins.ts';
import { openStorage } from '../storage/open-storage.ts';
import { answerStep } from './answer-step.ts';
import { health, type Engine, type Opening } from './engine.ts';

/** A guardian that records what it decides, asks people, and shows both. */
export async function engineWithStorage(opening: Opening): Promise<Engine> {
  const ending = new AbortController();
  const parts = await openParts(opening, ending.signal);
  const { config, storage, recorder, host, keys, logins, tokens } = parts;
  const app = guardianApp(parts, CONSOLE_FOLDER);
  return {
    stop: () => undefined,
    approve: () => Promise.resolve({ approved: false, reason: 'nobody can be asked' }),
    record: stepRecording(recorder, keys, config),
    answer: answerStep({ tokens, host, recorder, isSync: config.audit === 'sync' }),
    show: (request, draining) =>
      new URL(request.url).pathname === '/health' ? health(host, draining) : app.fetch(request),
    announce: (url) => {
      const login = new URL(`/login#token=${logins.makeOneTimeToken()}`, url).href;
      opening.report({ kind: 'console', url, login });
    },
    beginToEnd: () => ending.abort(),
    close: async (timeMs) => {
      await recorder.close(timeMs);
      await storage.close();
    },
  };
}

async function openParts(
  { choice, host, report }: Opening,
  ends: AbortSignal,
): Promise<GuardianParts> {
  const { config, token } = choice;
  const storage = await openStorage(config);
  const { folder, spoolBytes, flushMs } = config;
  const keys = new TenantKeys(storage);
  await keys.load();
  const key = signingKey(folder);
  await publishKey(storage, key);
  const recorder = new Recorder(storage, {
    folder,
    spoolBytes,
    flushMs,
    key,
    report: (problem) => report({ kind: 'problem', problem }),
  });
  const live = new LiveFeed(storage);
  await live.start();
  const tokens = new AgentTokens(storage, token);
  const logins = new Logins(storage);
  return { config, storage, recorder, keys, host, live, tokens, logins, ends };
}
