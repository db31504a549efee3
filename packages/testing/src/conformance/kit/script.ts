import type { Dict } from '@interpose/core';
import type { AnswerTurn, FailureTurn, ScriptedCall } from '../scenario/turn.ts';

/** The model says this; several chunks are several deltas of a stream. */
export function says(...text: string[]): AnswerTurn {
  return { kind: 'answer', text };
}

/** The model asks for these calls. */
export function asksFor(...calls: ScriptedCall[]): AnswerTurn {
  return { kind: 'answer', calls };
}

/** One call as the model writes it. */
export function call(name: string, args: Dict = {}, id = `call_${name}`): ScriptedCall {
  return { id, name, args };
}

/** The provider refuses with this status. */
export function fails(message: string, status = 400): FailureTurn {
  return { kind: 'failure', status, message };
}
