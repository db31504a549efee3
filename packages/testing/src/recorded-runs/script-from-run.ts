import type { Answer, Script, ScriptEntry } from '../scripted-model/script/script.ts';
import type { RecordedChat, RecordedRun, RecordedTurn } from './recorded-run.ts';

/**
 * Returns a script that makes a scripted model give a recorded run's answers, with the users' texts as cues and the
 * arguments' texts exactly as recorded.
 *
 * Without a chat number it covers the whole run, for an agent that keeps one base URL. With a 0-based chat number it
 * starts and ends with that chat, so that changes by policies to earlier chats cannot affect it. In both cases, a
 * conversation past the last answer gets that answer again if it has no calls. A recording that ends mid-loop answers
 * with `script_ended`, so stop the agent after `run.chats[n].turns.length` answers.
 *
 * @example
 * const chat = server.chat(scriptFromRun(run));
 */
export function scriptFromRun(run: RecordedRun, chat?: number): Script {
  const chats = run.chats.slice(0, chat === undefined ? undefined : chat + 1);
  const earlier = run.chats.slice(0, chat ?? 0);
  return {
    entries: chats.flatMap(writeChat),
    startAt: earlier.reduce((sum, { turns }) => sum + turns.length, 0),
    toolNames: run.tools,
    atEnd: 'repeat',
  };
}

function writeChat({ user, turns }: RecordedChat): readonly ScriptEntry[] {
  const cues = user.map((text) => ({ kind: 'user', text }) as const);
  return [...cues, ...turns.map(writeTurn)];
}

function writeTurn({ text, calls }: RecordedTurn): Answer {
  return {
    kind: 'answer',
    ...(text === '' ? {} : { text }),
    calls: calls.map(({ id, name, rawArguments }) => ({ id, name, rawArguments })),
  };
}
