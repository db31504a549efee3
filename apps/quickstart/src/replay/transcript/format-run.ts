import { styleText } from 'node:util';
import { cut } from '../../terminal/cut.ts';
import { decisionColours } from '../../terminal/decision-colours.ts';
import type { RunVerdict } from '../replay-run.ts';
import type { RowOutcome } from '../replay-rows.ts';
import type { LoggedEvent } from './run-log.ts';

const eventWidth = 22;
const decisionWidth = 8;
const margin = eventWidth + decisionWidth + 6;

/** One replayed run for people: its events with their verdicts and decision records, chat by chat. */
export function formatRun(
  { row, run, log, verdict }: RowOutcome & { kind: 'replayed' },
  columns: number,
): string {
  const chats = [...new Set(log.events.map(({ chatId }) => chatId))];
  const lines = log.events.flatMap((event, index) => {
    const isFirst = log.events[index - 1]?.chatId !== event.chatId;
    const heading = isFirst ? [`  chat ${chats.indexOf(event.chatId) + 1}`] : [];
    return [...heading, ...formatEvent(event, columns - margin)];
  });
  const heading = styleText('bold', `row ${row}: ${run.id}`);
  return [heading, ...lines, `  ${formatVerdict(verdict)}`, ''].join('\n');
}

function formatEvent(event: LoggedEvent, room: number): readonly string[] {
  const { iteration, about, record } = event;
  const name = iteration === undefined ? event.event : `${event.event} #${iteration}`;
  const decision = record?.decision;
  const padded = (decision ?? '').padEnd(decisionWidth);
  const shown = decision === undefined ? padded : styleText(decisionColours[decision], padded);
  const line = `    ${name.padEnd(eventWidth)} ${shown} ${cut(about, room)}`.trimEnd();
  const details = formatRecord(record);
  return details === '' ? [line] : [line, `${' '.repeat(margin)}${details}`];
}

/** What the record adds to its verdict; nothing for a plain allow. */
function formatRecord(record: LoggedEvent['record']): string {
  if (record === undefined || (record.decision === 'allow' && record.codes.length === 0)) return '';
  const parts = [
    record.mode === 'monitor' ? 'would be so' : '',
    record.by.length === 0 ? '' : `by ${record.by.join(', ')}`,
    record.codes.length === 0 ? '' : `[${record.codes.join(', ')}]`,
    record.settled ?? '',
    record.changed ? 'changed' : '',
    `${record.ms.toFixed(2)} ms`,
    record.reason === undefined ? '' : `"${record.reason}"`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function formatVerdict(verdict: RunVerdict): string {
  switch (verdict.kind) {
    case 'same':
      return styleText('green', 'as recorded');
    case 'interfered':
      return verdict.difference === undefined
        ? styleText('yellow', 'policies interfered; otherwise as recorded')
        : `${styleText('yellow', 'policies interfered:')} ${verdict.difference}`;
    case 'mismatched':
      return `${styleText('red', 'MISMATCH:')} ${verdict.difference}`;
    case 'failed':
      return `${styleText('red', 'FAILED:')} ${verdict.reason}`;
  }
}
