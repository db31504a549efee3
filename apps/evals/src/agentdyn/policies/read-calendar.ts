import type { Passage } from '@interpose/policies/track-taint';

import { addressees, listed } from './read-mails.ts';

/** Labels calendar entries, as the calendar tools list them in YAML: anybody may have written them, but who takes part is known. */
export function readCalendar(result: unknown): readonly Passage[] {
  const text = String(result);
  const entries = text.startsWith('- ') ? text.slice(2).split(/\n- /) : [text];
  return [{ text, trust: 'untrusted' }, ...addressees(entries.flatMap(listed))];
}
