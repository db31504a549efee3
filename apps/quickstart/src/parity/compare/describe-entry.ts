import type { ParityDecision, ParityEntry } from '../log/parity-entry.ts';

/** One event of a run and its decision in one line, to print and to compare. */
export function describeEntry(entry: ParityEntry): string {
  const decision = entry.decision === undefined ? '' : ` → ${describeDecision(entry.decision)}`;
  return `${describePlace(entry)}${decision}`;
}

/** Which event it is; two frameworks' entries of the same place are the same event. */
export function describePlace({
  event,
  chat,
  iteration,
  attempt,
  call,
  about,
}: ParityEntry): string {
  const parts = [
    `chat ${chat}`,
    iteration === undefined ? event : `${event} #${iteration}`,
    call === undefined ? '' : `call ${call}`,
    about,
    attempt === 1 ? '' : `attempt ${attempt}`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function describeDecision({
  tool,
  decision,
  by,
  codes,
  changed,
  mode,
  settled,
}: ParityDecision): string {
  const parts = [
    tool === undefined ? '' : `${tool}:`,
    decision,
    settled ?? '',
    by.length === 0 ? '' : `by ${by.join(', ')}`,
    codes.length === 0 ? '' : `[${codes.join(', ')}]`,
    changed ? 'changed' : '',
    mode === 'enforce' ? '' : mode,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
