import { asText, isDict, notEnforced, reportOnce, type Layer } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import { currentRun } from '../run/host-run.ts';
import { asMessage, toolContent } from '../translate/message-to-contract.ts';
import { updatesIn } from '../translate/tool-result.ts';
import { REPLACED } from './middleware-answers.ts';

/** Returns the texts for the model in an answer of a tool or a middleware: a message, or a command with messages. */
export function textsIn(answer: unknown): readonly string[] {
  if (!isDict(answer)) return [];
  if (typeof answer['getType'] === 'function') return textsOf(answer);
  return updatesIn(answer).flatMap(([name, said]) => (name === 'messages' ? textsOf(said) : []));
}

/** Returns the texts of the tool messages in one message or a list, in any form that LangChain takes. */
function textsOf(said: unknown): readonly string[] {
  if (isDict(said) && REPLACED in said) return textsOf(said[REPLACED]);
  const list: readonly unknown[] = Array.isArray(said) ? said : [said];
  return list.map(asMessage).flatMap((message) =>
    // The gate of requests judges all other messages.
    message?.getType() === 'tool' ? [asText(toolContent(message.content, (value) => value))] : [],
  );
}

/**
 * Reports once that a middleware changed the result of a tool. The hooks judge the result before any middleware gets
 * it, so the model would read a text that no hook has seen.
 *
 * @throws InterposeError `not_enforced` where `require: 'enforced'` was asked for.
 */
export function checkAnswer(
  answer: unknown,
  judged: ReadonlySet<string>,
  { hooks, options }: Layer,
): void {
  if (textsIn(answer).every((text) => judged.has(text))) return;
  const run = currentRun(hooks);
  if (options.require === 'enforced') {
    const path = 'tool answer that a middleware changes';
    const error = notEnforced([{ path, event: 'onToolCallResult', status: 'unmediated' }]);
    if (run !== undefined) run.fatal ??= { error };
    throw error;
  }
  if (run?.chat.listens('onToolCallResult', 'onToolCallError') !== true) return;
  const error = new InterposeError(
    'unmediated_call',
    'a middleware changed the answer of a tool after the hooks had judged it',
    "change it in a hook, or refuse such changes with require: 'enforced'",
  );
  reportOnce(hooks, { adapter: 'langchain', event: 'onToolCallResult', error });
}
