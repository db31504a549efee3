import type { DecisionRecord } from '@interpose/core';

import { stepRecording } from '../decisions/record-steps.ts';
import { runDemo } from '../demo/run-demo.ts';
import { CONSOLE_FOLDER } from '../http/console-files.ts';
import { readiness } from '../health/readiness.ts';
import { guardianApp } from '../http/guardian-app.ts';
import type { GuardianParts } from '../http/guardian-parts.ts';
import { isSecure } from '../http/sign-in.ts';
import { answerStep } from './answer-step.ts';
import { health, type Engine, type Opening } from './engine.ts';
import { openParts } from './open-parts.ts';

/** Makes the engine of a guardian that records decisions, asks people, and shows both. */
export async function engineWithStorage(opening: Opening): Promise<Engine> {
  const ending = new AbortController();
  const place = { url: '' };
  const opened = await openParts(opening, ending.signal, () => place.url);
  const { parts } = opened;
  const { config, recorder, host, tokens, desk, switches, traces } = parts;
  const app = guardianApp(parts, CONSOLE_FOLDER);
  return {
    stop: (tenant, step) => switches.stop(tenant, step),
    approve: (tenant, step, request) => {
      const asked = desk.ask(tenant, step, request);
      return traces === undefined ? asked : traces.waiting(request, asked);
    },
    withdraw: (tenant, step) => desk.withdraw(tenant, step),
    ...recording(parts),
    answer: answerStep({ tokens, host, recorder, isSync: config.audit === 'sync' }),
    show: (request, draining, remote) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/health') return health(host, draining);
      if (pathname === '/ready') return readiness(parts, draining);
      return pathname === '/metrics' ? parts.metrics.answer() : app.fetch(request, { remote });
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

/** Records decisions made here, and stores decisions that workers made and wrote. */
function recording({
  config,
  recorder,
  keys,
  metrics,
  traces,
}: GuardianParts): Pick<Engine, 'record' | 'decided' | 'keyOf'> {
  const store = stepRecording(recorder, keys, config);
  const tell = (tenant: string, record: DecisionRecord, digest: string): void => {
    metrics.decided(record);
    traces?.decided(tenant, record, digest);
  };
  return {
    record: (tenant, notes, record, digest) => {
      tell(tenant, record, digest);
      return store(tenant, notes, record, digest);
    },
    decided: ({ tenant, record, written }, digest) => {
      tell(tenant, record, digest);
      if (written !== undefined) recorder.record(tenant, written.row, written.payload);
    },
    keyOf: (tenant) => keys.of(tenant),
  };
}

const BEHIND_A_PROXY =
  'people come over https, so a proxy stands before this guardian, and all of them count as one address: say how many proxies with INTERPOSE_PROXIES';

function announce(
  { logins, command, config }: GuardianParts,
  { report }: Opening,
  url: string,
): void {
  if (isSecure(config.publicUrl) && config.proxies === 0)
    report({ kind: 'problem', problem: BEHIND_A_PROXY });
  command.write(url);
  const login = new URL(`/login#token=${logins.makeOneTimeToken()}`, url).href;
  report({ kind: 'console', url, login });
}
