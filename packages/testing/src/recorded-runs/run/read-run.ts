import { isRecord } from '../../scripted-model/request/is-record.ts';
import { buildChats } from './build-chats.ts';
import { Irregularities } from './irregularities.ts';
import { readMessages, type WrittenMessage } from './read-messages.ts';
import type { RecordedChat, RecordedRun } from '../recorded-run.ts';
import { UnreadableRow } from '../rows/unreadable-row.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads one row: `{ messages }` with calls as `{ id, name, args }` (agentdyn), `{ traj }` or
 * `{ messages }` in the chat-completions format (tau), or a bare list of messages. Throws
 * `UnreadableRow` for anything else.
 */
export function readRun(value: unknown, isLoose = false): RecordedRun {
  const row: Json = Array.isArray(value) ? { messages: value } : readObject(value);
  const key = ['messages', 'traj'].find((name) => Array.isArray(row[name]));
  if (key === undefined)
    throw new UnreadableRow('the row has no list of messages under messages or traj');
  const messages: readonly unknown[] = Array.isArray(row[key]) ? row[key] : [];
  const irregular = new Irregularities();
  if (isLoose) irregular.note('number_not_json');
  const read = readMessages(messages, irregular);
  const chats = buildChats(read, irregular);
  const instructions = readInstructions(read, irregular);
  const metadata = Object.fromEntries(Object.entries(row).filter(([name]) => name !== key));
  return {
    id: idOf(metadata),
    source: key === 'traj' || messages.some(isWireMessage) ? 'chat-completions' : 'agentdyn',
    ...(instructions === undefined ? {} : { instructions }),
    chats,
    tools: listTools(chats),
    irregular: irregular.counts(),
    metadata,
  };
}

function readObject(value: unknown): Json {
  if (isRecord(value)) return value;
  throw new UnreadableRow('the row is neither an object nor a list of messages');
}

function readInstructions(
  messages: readonly WrittenMessage[],
  irregular: Irregularities,
): string | undefined {
  const texts: string[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'system') continue;
    if (index > 0) irregular.note('extra_system_message');
    texts.push(message.text);
  }
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

/** Whether a message writes its calls in the chat-completions form. */
function isWireMessage(message: unknown): boolean {
  if (!isRecord(message) || !Array.isArray(message['tool_calls'])) return false;
  return message['tool_calls'].some(
    (call: unknown) => isRecord(call) && isRecord(call['function']),
  );
}

function listTools(chats: readonly RecordedChat[]): readonly string[] {
  const calls = chats.flatMap(({ turns }) => turns.flatMap((turn) => turn.calls));
  return [...new Set(calls.map(({ name }) => name))];
}

/** Returns a name for the run: texts stand alone, a number follows its key. */
function idOf(metadata: Json): string {
  const names = ['model', 'suite', 'userTask', 'injectionTask', 'attack', 'task_id', 'trial'];
  const told = names.flatMap((name) => {
    const value = metadata[name];
    if (typeof value === 'string') return [value];
    return typeof value === 'number' ? [`${name} ${value}`] : [];
  });
  return told.length === 0 ? 'run' : told.join(' / ');
}
