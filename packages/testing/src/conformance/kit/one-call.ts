import type { Dict } from '@interpose/core';
import type { InputMessage } from '../scenario/scenario.ts';
import type { ModelScript } from '../scenario/turn.ts';
import { asksFor, call, says } from './script.ts';

/** A user question for behaviours in which its text does not matter. */
export const question: readonly InputMessage[] = [{ role: 'user', text: 'What is the price?' }];

/** Returns a script in which the model calls one tool as `call_<name>`, then gives its answer. */
export function oneCall(name: string, args: Dict = {}, answer = 'All done.'): ModelScript {
  return [asksFor(call(name, args)), says(answer)];
}
