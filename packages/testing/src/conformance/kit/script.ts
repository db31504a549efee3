import type { Dict } from '@interpose/core';
import type { AnswerTurn, FailureTurn, ScriptedCall } from '../scenario/turn.ts';

/** Returns a turn in which the model says this; several chunks are several deltas of a stream. */
export function says(...text: string[]): AnswerTurn {
  return { kind: 'answer', text };
}

/** Returns a turn in which the model asks for these calls. */
export function asksFor(...calls: ScriptedCall[]): AnswerTurn {
  return { kind: 'answer', calls };
}

/** Returns one tool call as the model writes it. */
export function call(name: string, args: Dict = {}, id = `call_${name}`): ScriptedCall {
  return { id, name, args };
}

/** Returns a turn in which the provider refuses with this status. */
export function fails(message: string, status = 400): FailureTurn {
  return { kind: 'failure', status, message };
}
