import type { DelegateTask, Dict, Failure, KnowledgeQuery, PolicyHooks } from '@interpose/core';

import { changed } from './changed.ts';
import { mapScalars } from '../values/map-scalars.ts';
import type { Change } from '../values/scalar.ts';
import type { RedactionSettings } from './redaction-options.ts';
import type { Redactor } from '../redactor/redactor.ts';

/**
 * The hooks around tools, searches and other agents: a tool gets the real values, the model reads tokens for what
 * comes back.
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

/** What caused the failure says the same again, so it goes where the message changes. */
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
