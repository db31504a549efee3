import { isDeepStrictEqual } from 'node:util';
import { InterposeError } from '@interpose/core';
import type { RecordedCall, RecordedRun } from './recorded-run.ts';

/** Which recorded call a tool is asked to repeat. */
export interface RecordedToolRequest {
  /** 0-based. */
  readonly chat: number;
  readonly callId: string;
  /** Tells calls apart that share their id and their name; a policy may have changed them. */
  readonly args?: unknown;
}

/** Gives what the recorded call came back with: its result, an empty text where none was recorded, or throws its error. */
export type RecordedTool = (request: RecordedToolRequest) => string;

/** The recorded error of a tool, thrown; its text is the recorded one in every framework's spelling. */
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
