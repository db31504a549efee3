import type { Body } from '../../translate/native.ts';
import { responseEvent } from './texts.ts';
import type { SsePart } from '../sse/part.ts';

/** The same events, counted from this number on. */
export function numbered(parts: readonly SsePart[], from = 0): readonly SsePart[] {
  return parts.map((part, index) => {
    const { data } = part;
    if (data === undefined || data['sequence_number'] === from + index) return part;
    return responseEvent({ ...data, sequence_number: from + index });
  });
}

/** The events with which a response begins. */
export function openingEvents(response: Body): readonly SsePart[] {
  const open = { ...response, status: 'in_progress', output: [], usage: null };
  return ['response.created', 'response.in_progress'].map((type) =>
    responseEvent({ type, response: open }),
  );
}
