import { isDeepStrictEqual } from 'node:util';
import { InterposeError } from '@interpose/core';
import type { RecordedCall, RecordedRun } from './recorded-run.ts';

/** Names the recorded call that a tool should repeat. */
export interface RecordedToolRequest {
  /** The chat number, starting at 0. */
  readonly chat: number;
  readonly callId: string;
  /** Tells apart calls with the same id and name; a policy may have changed the arguments. */
  readonly args?: unknown;
}

/** Returns the recorded result of a call, or an empty text if none was recorded; throws a recorded error. */
export type RecordedTool = (request: RecordedToolRequest) => string;

/** A recorded tool error; its text is the same in every framework. */
export class RecordedToolError extends Error {
  override readonly name: string = 'RecordedToolError';

  override toString(): string {
    return this.message;
  }
}

/**
 * The tools of a run by name, each answering as recorded. Call ids repeat in real runs, across
 * chats and inside one: a call is found by chat, id and name, then by its arguments, then by the
 * order in which equal ones are asked for. The last of them answers every further request.
 *
 * A tool throws `InterposeError` with code `call_not_recorded` for a call that the chat does not
 * have, and `RecordedToolError` for a recorded error.
 *
 * @example
 * const search = recordedTools(run).get('search');
 * const result = search?.({ chat: 0, callId: 'call_1', args: { query: 'mugs' } });
 */
export function recordedTools(run: RecordedRun): ReadonlyMap<string, RecordedTool> {
  const asked = new Set<RecordedCall>();
  return new Map(
    run.tools.map((name) => [
      name,
      (request: RecordedToolRequest) => giveOutcome(findCall(run, name, request, asked)),
    ]),
  );
}

function findCall(
  run: RecordedRun,
  name: string,
  { chat, callId, args }: RecordedToolRequest,
  asked: Set<RecordedCall>,
): RecordedCall {
  const calls = run.chats[chat]?.turns.flatMap((turn) => turn.calls) ?? [];
  const candidates = calls.filter((call) => call.id === callId && call.name === name);
  const equal = candidates.filter((call) => isDeepStrictEqual(call.args, args));
  const likely = equal.length > 0 ? equal : candidates;
  const call = likely.find((candidate) => !asked.has(candidate)) ?? likely.at(-1);
  if (call === undefined) {
    throw new InterposeError(
      'call_not_recorded',
      `chat ${chat} of ${run.id} has no call '${callId}' of ${name}`,
      'ask only for calls that the recording makes',
    );
  }
  asked.add(call);
  return call;
}

function giveOutcome({ outcome }: RecordedCall): string {
  if (outcome.kind === 'error') throw new RecordedToolError(outcome.message);
  return outcome.kind === 'result' ? outcome.content : '';
}
