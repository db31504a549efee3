import type { Answer, Script, ScriptEntry } from '../scripted-model/script/script.ts';
import type { RecordedChat, RecordedRun, RecordedTurn } from './recorded-run.ts';

/**
 * The script that lets a scripted model give a recorded run's answers, with the users' texts as
 * cues and the arguments' texts exactly as recorded.
 *
 * Without a chat it covers the whole run, for an agent that keeps one base URL. With a 0-based chat
 * it ends with that chat and begins no earlier: a base URL per chat cannot be led astray by what
 * policies did to the chats before. In both cases a conversation that has passed the last answer
 * gets it again, if it has no calls; a recording that ends mid-loop answers with `script_ended`,
 * so stop the agent after `run.chats[n].turns.length` answers.
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
