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

/** Maps the message of a failure. If it changes, the cause is removed, since it repeats the message. */
function mapFailure(error: Failure, change: Change): Failure {
  const message = String(mapScalars(error.message, change));
  if (message === error.message) return error;
  const { cause: _, ...rest } = error;
  return { ...rest, message };
}

function mapQuery(query: KnowledgeQuery, change: Change): KnowledgeQuery {
  return mapScalars(query, change) as KnowledgeQuery;
}

function mapTask(task: DelegateTask, change: Change): DelegateTask {
  const input = mapScalars(task.input, change);
  return input === task.input ? task : { ...task, input };
}
