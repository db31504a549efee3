import { isRecord } from '../../scripted-model/request/is-record.ts';
import type { Irregularities } from './irregularities.ts';
import { readCall, type WrittenCall } from './read-call.ts';
import { readContent } from './read-content.ts';
import type { RecordedOutcome } from '../recorded-run.ts';
import { UnreadableRow } from '../rows/unreadable-row.ts';

type Json = Readonly<Record<string, unknown>>;

/** A message of a recording, in one common form. */
export type WrittenMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly WrittenCall[] }
  | {
      readonly role: 'tool';
      readonly callId: string | undefined;
      readonly name: string | undefined;
      readonly outcome: RecordedOutcome;
    };

/** Reads every message; throws `UnreadableRow` if one has no role or its calls are no list. */
export function readMessages(
  messages: readonly unknown[],
  irregular: Irregularities,
): readonly WrittenMessage[] {
  return messages.flatMap((message, index) => {
    const path = `messages[${index}]`;
    if (!isRecord(message)) throw new UnreadableRow(`${path} is no object`);
    if (typeof message['role'] !== 'string') throw new UnreadableRow(`${path} has no role`);
    return readMessage(message, message['role'], path, irregular);
  });
}

function readMessage(
  message: Json,
  role: string,
  path: string,
  irregular: Irregularities,
): readonly WrittenMessage[] {
  switch (role) {
    case 'system':
    case 'developer':
      return [{ role: 'system', text: readText(message, irregular) }];
    case 'user':
      return [{ role, text: readText(message, irregular) }];
    case 'assistant': {
      const calls = readCalls(message, path, irregular);
      return [{ role, text: readContent(message['content'], irregular), calls }];
    }
    case 'tool':
    case 'function':
      return [{ role: 'tool', ...readResult(message, irregular) }];
    default:
      irregular.note('unknown_role');
      return [];
  }
}

function readCalls(message: Json, path: string, irregular: Irregularities): readonly WrittenCall[] {
  const { tool_calls: calls, function_call: legacy } = message;
  if (calls !== undefined && calls !== null && !Array.isArray(calls)) {
    throw new UnreadableRow(`${path}.tool_calls is no list`);
  }
  const listed: readonly unknown[] = calls ?? [];
  const read = listed.map((call, index) =>
    readCall(call, `${path}.tool_calls[${index}]`, irregular),
  );
  if (legacy === undefined || legacy === null) return read;
  irregular.note('legacy_function_call');
  return [...read, readCall(legacy, `${path}.function_call`, irregular)];
}

function readResult(
  message: Json,
  irregular: Irregularities,
): Pick<WrittenMessage & { role: 'tool' }, 'callId' | 'name' | 'outcome'> {
  const { tool_call_id: id, name } = message;
  return {
    callId:
      typeof id === 'number' ? String(id) : typeof id === 'string' && id !== '' ? id : undefined,
    name: typeof name === 'string' ? name : undefined,
    outcome: readOutcome(message, irregular),
  };
}

function readOutcome(message: Json, irregular: Irregularities): RecordedOutcome {
  const { error } = message;
  const isError =
    message['is_error'] === true ||
    (error !== undefined && error !== null && error !== false && error !== '');
  if (!isError) return { kind: 'result', content: readText(message, irregular) };
  irregular.note('tool_error');
  const told = error === true || error === undefined || error === null ? message['content'] : error;
  return { kind: 'error', message: readContent(told, irregular) };
}

function readText(message: Json, irregular: Irregularities): string {
  const { content } = message;
  if (content === undefined || content === null) irregular.note('missing_content');
  return readContent(content, irregular);
}
