import { stepRecording } from '../decisions/record-steps.ts';
import { runDemo } from '../demo/run-demo.ts';
import { CONSOLE_FOLDER } from '../http/console-files.ts';
import { readiness } from '../health/readiness.ts';
import { guardianApp } from '../http/guardian-app.ts';
import type { GuardianParts } from '../http/guardian-parts.ts';
import { answerStep } from './answer-step.ts';
import { health, type Engine, type Opening } from './engine.ts';
import { openParts } from './open-parts.ts';

/** A guardian that records what it decides, asks people, and shows both. */
export async function engineWithStorage(opening: Opening): Promise<Engine> {
  const ending = new AbortController();
  const place = { url: '' };
  const opened = await openParts(opening, ending.signal, () => place.url);
  const { parts } = opened;
  const { config, recorder, host, keys, tokens, desk, switches, traces } = parts;
  const app = guardianApp(parts, CONSOLE_FOLDER);
  const store = stepRecording(recorder, keys, config);
  return {
    stop: (tenant, ctx) => switches.stop(tenant, ctx),
    approve: (tenant, notes, request) => {
      const asked = desk.ask(tenant, notes, request);
      return traces === undefined ? asked : traces.waiting(request, asked);
    },
    record: (tenant, notes, record, digest) => {
      parts.metrics.decided(record);
      traces?.decided(tenant, record, digest);
      store(tenant, notes, record, digest);
    },
    answer: answerStep({ tokens, host, recorder, isSync: config.audit === 'sync' }),
    show: (request, draining) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/health') return health(host, draining);
      if (pathname === '/ready') return readiness(parts, draining);
      return pathname === '/metrics' ? parts.metrics.answer() : app.fetch(request);
    },
    announce: (url) => {
      place.url = url;
      announce(parts, opening, url);
      const { demo, token } = opening.choice;
      if (demo) void runDemo(url, token, ending.signal).catch(() => undefined);
    },
    beginToEnd: () => ending.abort(),
    close: (timeMs) => opened.close(timeMs),
  };
}

function announce({ logins, command }: GuardianParts, { report }: Opening, url: string): void {
  command.write(url);
  const login = new URL(`/login#token=${logins.makeOneTimeToken()}`, url).href;
  report({ kind: 'console', url, login });
}
