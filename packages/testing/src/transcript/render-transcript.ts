import type { TranscriptEvent, TranscriptRecord } from './transcript-entry.ts';

/** Renders a transcript as one line for each event, then one for each decision that is not allow. */
export function renderTranscript({
  events,
  records,
}: {
  readonly events: readonly TranscriptEvent[];
  readonly records: readonly TranscriptRecord[];
}): string {
  const decisions = records.filter(({ decision }) => decision !== 'allow').map(renderRecord);
  return [
    ...events.map(renderEvent),
    ...(decisions.length === 0 ? [] : ['decisions', ...decisions]),
  ].join('\n');
}

function renderEvent({ chat, event, iteration, attempt, call, detail }: TranscriptEvent): string {
  const place = [
    ...(iteration === undefined ? [] : [`#${iteration}`]),
    ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
    ...(call === undefined ? [] : [call]),
  ];
  const told = Object.entries(detail).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return [chat, event, ...place, ...told].join(' ');
}

function renderRecord({
  chat,
  event,
  tool,
  decision,
  by,
  codes,
  changed,
  mode,
  settled,
}: TranscriptRecord): string {
  return [
    `  ${chat}`,
    event,
    ...(tool === undefined ? [] : [tool]),
    decision,
    ...(settled === undefined ? [] : [settled]),
    `by ${by.join(', ')}`,
    ...(codes.length === 0 ? [] : [`[${codes.join(', ')}]`]),
    ...(changed ? ['changed'] : []),
    ...(mode === 'enforce' ? [] : [mode]),
  ].join(' ');
}
