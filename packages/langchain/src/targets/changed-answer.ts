import { asText, isDict, notEnforced, reportOnce, type Layer } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import { currentRun } from '../run/host-run.ts';
import { asMessage, toolContent } from '../translate/message-to-contract.ts';
import { updatesIn } from '../translate/tool-result.ts';
import { REPLACED } from './middleware-answers.ts';

/** What the model reads of what a tool or a middleware answers: a message, or a command with messages. */
export function textsIn(answer: unknown): readonly string[] {
  if (!isDict(answer)) return [];
  if (typeof answer['getType'] === 'function') return textsOf(answer);
  return updatesIn(answer).flatMap(([name, said]) => (name === 'messages' ? textsOf(said) : []));
}

/** One message or a list, each in whatever way LangChain takes it. */
function textsOf(said: unknown): readonly string[] {
  if (isDict(said) && REPLACED in said) return textsOf(said[REPLACED]);
  const list: readonly unknown[] = Array.isArray(said) ? said : [said];
  return list.map(asMessage).flatMap((message) =>
    // Other messages pass the gate of requests.
    message?.getType() === 'tool' ? [asText(toolContent(message.content, (value) => value))] : [],
  );
}

/**
 * The hooks judge what a tool gives, before any middleware has it. Where a middleware makes something else of that, the
 * model reads what no hook has seen: that is told once.
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
