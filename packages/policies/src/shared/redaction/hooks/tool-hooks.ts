import type { DelegateTask, Dict, Failure, KnowledgeQuery, PolicyHooks } from '@interpose/core';

import { changed } from './changed.ts';
import { mapScalars } from '../values/map-scalars.ts';
import type { Change } from '../values/scalar.ts';
import type { RedactionSettings } from './redaction-options.ts';
import type { Redactor } from '../redactor/redactor.ts';

/**
 * Makes the hooks around tools, searches and other agents: a tool gets the real values, and the model reads tokens in
 * the result.
 *
 * @example
 * definePolicy({ name: 'redact', hooks: toolHooks(redactor, settings) });
 */
export function toolHooks(redactor: Redactor, { restoreForTools }: RedactionSettings): PolicyHooks {
  const restores = (tool: string): boolean =>
    typeof restoreForTools === 'function' ? restoreForTools(tool) : restoreForTools;
  return {
    preToolCall: {
      onError: 'deny',
      run: ({ session, call }) =>
        restores(call.name)
          ? changed('call', call, redactor.reveal(session, call, mapArguments))
          : undefined,
    },
    onToolCallResult: {
      onError: 'deny',
      run: ({ session, result }) =>
        changed('result', result, redactor.hide(session, result, mapScalars)),
    },
    onToolCallError: {
      onError: 'deny',
      run: ({ session, error }) =>
        changed('error', error, redactor.hide(session, error, mapFailure)),
    },
    preKnowledgeQuery: {
      onError: 'deny',
      run: ({ session, query, source = '' }) =>
        restores(source)
          ? changed('query', query, redactor.reveal(session, query, mapQuery))
          : undefined,
    },
    preDelegate: {
      onError: 'deny',
      run: ({ session, task }) => changed('task', task, redactor.hide(session, task, mapTask)),
    },
    onDelegateResult: {
      onError: 'deny',
      run: ({ session, result }) =>
        changed('result', result, redactor.hide(session, result, mapScalars)),
    },
  };
}

function mapArguments<C extends { readonly args: Dict }>(call: C, change: Change): C {
  const args = mapScalars(call.args, change);
  return args === call.args ? call : { ...call, args };
}

/** Maps the texts of a failure. If one changes, the cause is removed, since it repeats them. */
function mapFailure(error: Failure, change: Change): Failure {
  const { message, name, code } = error;
  const before = [message, name, code];
  const after = before.map((text) => text && String(mapScalars(text, change)));
  if (after.every((text, index) => text === before[index])) return error;
  const { cause: _, ...rest } = error;
  const [said = '', called, coded] = after;
  return {
    ...rest,
    message: said,
    ...(called !== undefined && { name: called }),
    ...(coded !== undefined && { code: coded }),
  };
}

function mapQuery(query: KnowledgeQuery, change: Change): KnowledgeQuery {
  return mapScalars(query, change) as KnowledgeQuery;
}

function mapTask(task: DelegateTask, change: Change): DelegateTask {
  const input = mapScalars(task.input, change);
  return input === task.input ? task : { ...task, input };
}
