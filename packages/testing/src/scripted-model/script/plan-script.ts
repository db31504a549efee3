import type { Conversation, ConversationItem } from './conversation.ts';
import { describeCall } from './describe-call.ts';
import { isRecord } from '../request/is-record.ts';
import type { Answer, Obstacle, Script, ScriptEntry } from './script.ts';

/** A tool call with everything that goes over the wire. */
export interface PlannedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** An answer ready to be sent. */
export interface PlannedAnswer extends Omit<Answer, 'calls'> {
  readonly calls: readonly PlannedCall[];
}

/** One place of the script: what stands before the answer, and the answer, if the script has one. */
export interface Stop {
  readonly obstacles: readonly Obstacle[];
  readonly answer: PlannedAnswer | undefined;
}

/** A script made ready for serving. */
export interface ScriptPlan {
  /** One for each answer, then one without an answer: the script's end. */
  readonly stops: readonly Stop[];
  readonly conversation: Conversation;
  readonly order: 'conversation' | 'arrival';
  readonly startAt: number;
  readonly atEnd: 'error' | 'repeat';
  /** Every tool name that the script calls or lets through. */
  readonly toolNames: ReadonlySet<string>;
}

/** Gives every call its id and its arguments' text, and every answer its place. */
export function planScript(script: Script | readonly ScriptEntry[], chatId: string): ScriptPlan {
  const whole: Script = isScript(script) ? script : { entries: script };
  const { entries, order = 'conversation', startAt = 0, atEnd = 'error' } = whole;
  const stops: Stop[] = [];
  const conversation: ConversationItem[] = [];
  let obstacles: Obstacle[] = [];
  for (const entry of entries) {
    if (entry.kind === 'user') conversation.push({ role: 'user', text: entry.text });
    else if (entry.kind !== 'answer') obstacles.push(entry);
    else {
      const answer = planAnswer(entry, `call_${chatId.replace(/^chat-/, '')}_${stops.length}`);
      conversation.push(readAnswer(answer));
      stops.push({ obstacles, answer });
      obstacles = [];
    }
  }
  stops.push({ obstacles, answer: undefined });
  const called = stops.flatMap(({ answer }) => answer?.calls ?? []).map(({ name }) => name);
  const toolNames = new Set([...called, ...(whole.toolNames ?? [])]);
  return { stops, conversation, order, startAt, atEnd, toolNames };
}

/** A list has `entries` too, as a method. */
function isScript(script: Script | readonly ScriptEntry[]): script is Script {
  return !Array.isArray(script);
}

function planAnswer(answer: Answer, idPrefix: string): PlannedAnswer {
  const calls = (answer.calls ?? []).map((call, place) => ({
    id: call.id ?? `${idPrefix}_${place}`,
    name: call.name,
    arguments: call.rawArguments ?? JSON.stringify(call.args ?? {}),
  }));
  return { ...answer, calls };
}

function readAnswer({ text, refusal, calls }: PlannedAnswer): ConversationItem {
  const texts = [text, refusal].map((chunks) => [chunks ?? ''].flat().join(''));
  return {
    role: 'assistant',
    texts: texts.filter((joined) => joined !== ''),
    callIds: calls.map(({ id }) => id),
    calls: calls.flatMap(describeAsWritten),
  };
}

/**
 * As it is, and as a host writes it that puts an empty object where the arguments are none, or where
 * they have a key that would change a prototype.
 */
function describeAsWritten(call: PlannedCall): readonly string[] {
  const exact = describeCall(call.name, call.arguments);
  return isKept(call.arguments) ? [exact] : [exact, describeCall(call.name, '{}')];
}

function isKept(written: string): boolean {
  try {
    return isRecord(JSON.parse(written)) && !/"(__proto__|constructor)"/.test(written);
  } catch {
    return false;
  }
}
