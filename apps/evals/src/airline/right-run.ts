import type { Dict, ToolCall } from '@interpose/core';
import { readRun, type RecordedRun } from '@interpose/testing';

import type { AirlineData } from './airline-data.ts';
import { AirlineDatabase } from './airline-database.ts';

/** One of the right actions of a task, as its row names it. */
export interface RightAction {
  readonly name: string;
  readonly kwargs: Dict;
}

/**
 * The right actions of a task as a run: the customer says yes, the agent makes the call, the tool does it on the
 * database as it is by then.
 */
export function rightRun(actions: readonly RightAction[], data: AirlineData): RecordedRun {
  const database = new AirlineDatabase(data);
  const messages: object[] = [];
  for (const [index, { name, kwargs }] of actions.entries()) {
    const call = { id: `right_${index}`, name, args: kwargs };
    const content = carryOut(call, database);
    messages.push({ role: 'user', content: 'Yes.' });
    messages.push({ role: 'assistant', content: null, tool_calls: [call] });
    messages.push({ role: 'tool', tool_call_id: call.id, name, content });
    for (const { turns } of readRun({ messages: messages.slice(-3) }).chats)
      for (const { calls } of turns) calls.forEach((recorded) => database.note(recorded));
  }
  return readRun({ messages });
}

/** What the airline's tool would give back; nothing for those that only read. */
function carryOut({ id, name, args }: ToolCall, database: AirlineDatabase): string {
  switch (name) {
    case 'book_reservation':
      return JSON.stringify({
        ...args,
        reservation_id: `BOOKED_${id}`,
        created_at: '2024-05-15T15:00:00',
      });
    case 'update_reservation_flights':
    case 'update_reservation_baggages':
    case 'update_reservation_passengers':
      return changed(args, database, args);
    case 'cancel_reservation':
      return changed(args, database, { status: 'cancelled' });
    case 'send_certificate':
      return `Certificate certificate_of_right_action added to user ${String(args['user_id'])}`;
    default:
      return '';
  }
}

function changed(args: Dict, database: AirlineDatabase, change: Dict): string {
  const id = String(args['reservation_id']);
  const reservation = database.reservation(id);
  if (reservation === undefined) return 'Error: reservation not found';
  return JSON.stringify({ ...reservation, ...change, reservation_id: id });
}
