import type { Conversation, ConversationItem } from './conversation.ts';
import { describeCall } from './describe-call.ts';
import { isRecord } from '../request/is-record.ts';
import type { Answer, Obstacle, Script, ScriptEntry } from './script.ts';

/** A tool call with all fields that are sent. */
export interface PlannedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** An answer ready to be sent. */
export interface PlannedAnswer extends Omit<Answer, 'calls'> {
  readonly calls: readonly PlannedCall[];
}

/** One position of the script: the obstacles before the answer, and the answer, if the script has one. */
export interface Stop {
  readonly obstacles: readonly Obstacle[];
  readonly answer: PlannedAnswer | undefined;
}

/** A script prepared for serving. */
export interface ScriptPlan {
  /** One stop for each answer, then one without an answer for the script's end. */
  readonly stops: readonly Stop[];
  readonly conversation: Conversation;
  readonly order: 'conversation' | 'arrival';
  readonly startAt: number;
  readonly atEnd: 'error' | 'repeat';
  /** Every tool name that the script calls or allows. */
  readonly toolNames: ReadonlySet<string>;
}

/** Adds ids and argument texts to calls, and positions to answers. */
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

/** Whether the value is a script. An array also has `entries`, as a method. */
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
 * Returns the call as it is, and as a host writes it that replaces invalid arguments, or arguments with a key that
 * would change a prototype, by an empty object.
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
