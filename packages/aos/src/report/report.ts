import { checkOptions, type Policy } from '@interpose/core';

import { readReportOptions, type ReportOptions } from './report-options.ts';
import { ReportSender } from './report-sender.ts';
import { watchSpend } from './watch-spend.ts';

const OPTIONS = Object.keys({
  url: true,
  token: true,
  name: true,
  flushMs: true,
  timeoutMs: true,
  maxQueued: true,
  spool: true,
  spendOf: true,
  onNote: true,
} satisfies Record<keyof ReportOptions, true>);

/**
 * A policy that decides nothing and reports the decisions of this process to a guardian: records without payloads, in
 * batches, so that no step waits. Unsent records wait in memory or in a spool file until the guardian is back; it
 * stores each decision once. `hooks.flush()` and `hooks.close()` wait until earlier decisions are sent or kept.
 *
 * @example
 * const hooks = createHooks({ policies: [report({ url: 'http://127.0.0.1:4747', token: 'secret' })] });
 * @throws InterposeError `invalid_option`.
 */
export function report(options: ReportOptions): Policy {
  checkOptions('report', options, OPTIONS);
  const settings = readReportOptions(options);
  return {
    name: settings.name,
    version: '1.0.0',
    setup: (hooks) => {
      const sender = new ReportSender(settings);
      const { spent, unwatch } = watchSpend(hooks, settings.spendOf);
      const stop = hooks.observe('onDecision', ({ record, host, parentChatId }) =>
        sender.add({
          id: nextId(),
          framework: host.framework,
          ...(parentChatId === undefined ? {} : { parentChatId }),
          ...spent(record.id),
          record,
        }),
      );
      const dispose = (): void => {
        stop();
        unwatch();
        sender.close();
      };
      return Object.assign(dispose, { [Symbol.dispose]: dispose });
    },
  };
}

let run: string | undefined;
let decisions = 0;

/** Returns a short id, unique across processes. Made late: some runtimes have no randomness before the first event. */
function nextId(): string {
  run ??= crypto.randomUUID().replaceAll('-', '').slice(0, 20);
  return `${run}-${(++decisions).toString(36)}`;
}
