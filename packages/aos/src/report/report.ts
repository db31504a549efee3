import { checkOptions, InterposeError, type OptionKind, type Policy } from '@interpose/core';

import { readReportOptions, type ReportNote, type ReportOptions } from './report-options.ts';
import { ReportSender } from './report-sender.ts';
import { watchSpend } from './watch-spend.ts';

const OPTIONS = {
  url: 'any',
  token: 'string',
  name: 'string',
  flushMs: 'whole number',
  timeoutMs: 'count',
  maxQueued: 'whole number',
  spool: 'object',
  spendOf: 'function',
  onNote: 'function',
} satisfies Record<keyof ReportOptions, OptionKind>;

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
  checkOptions('the spool of report', options.spool, ['path', 'maxBytes']);
  const settings = readReportOptions(options);
  return {
    name: settings.name,
    version: '1.0.0',
    setup: (hooks) => {
      let note: ReportNote | undefined;
      // Without a listener, what went wrong fails the observer: core reports that.
      const onNote = (last: ReportNote): void => void (note = last);
      const sender = new ReportSender(
        options.onNote === undefined ? { ...settings, onNote } : settings,
      );
      const tell = (): void => {
        const problem = note;
        note = undefined;
        if (problem !== undefined) throw unreported(problem);
      };
      const { spent, unwatch } = watchSpend(hooks, settings.spendOf);
      const stop = hooks.observe('onDecision', ({ record, host, parentChatId }) => {
        const isSent = sender.add({
          id: nextId(),
          framework: host.framework,
          ...(parentChatId === undefined ? {} : { parentChatId }),
          ...spent(record.id),
          record,
        });
        return isSent?.then(tell);
      });
      const dispose = (): void => {
        stop();
        unwatch();
        sender.close();
      };
      return Object.assign(dispose, { [Symbol.dispose]: dispose });
    },
  };
}

function unreported(note: ReportNote): InterposeError {
  const cause = note.kind === 'failure' && note.cause instanceof Error && note.cause.message;
  const problem = cause || JSON.stringify(note);
  return new InterposeError(
    note.kind === 'failure' ? note.code : 'report_incomplete',
    `decisions are not reported to the guardian: ${problem}`,
    'check url and token of report, and pass onNote to hear of every problem',
  );
}

let run: string | undefined;
let decisions = 0;

/** Returns a short id, unique across processes. Made late: some runtimes have no randomness before the first event. */
function nextId(): string {
  run ??= crypto.randomUUID().replaceAll('-', '').slice(0, 20);
  return `${run}-${(++decisions).toString(36)}`;
}
