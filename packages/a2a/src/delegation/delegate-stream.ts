import type { DelegateTask, Denial, Dict } from '@interpose/core';
import { around, frozenCopy } from '@interpose/core/adapter';
import { wholeEvents } from './whole-artifacts.ts';
import { fromResult, shownTo, taskOf, withTask } from './delegation.ts';
import type { Exchange } from '../translate/exchange.ts';
import { refusalOf } from '../translate/refusals.ts';
import { outputOf } from '../translate/output-of.ts';
import { CODES, rpcError } from '../translate/rpc-error.ts';

type Events = AsyncGenerator<unknown, void, undefined>;
type Send = (params: unknown) => AsyncIterable<unknown>;

/**
 * Sends a streamed message that gives work to another agent; delegation hooks see the task and the result. Events are
 * passed on at once, unless a hook may change the result: then all events wait until hooks have judged it.
 */
export function delegateStream(exchange: Exchange, params: unknown, send: Send): Events {
  return exchange.chat.intercepts('onDelegateResult')
    ? held(exchange, params, send)
    : flowing(exchange, params, send);
}

async function* held(exchange: Exchange, params: unknown, send: Send): Events {
  const shown = shownTo(exchange, params);
  const task = taskOf(exchange, shown);
  const natives: unknown[] = [];
  const outcome = await around(exchange.chat, 'preDelegate', { task }, async (allowed) => {
    natives.length = 0;
    for await (const native of send(withTask(exchange, params, shown, task, allowed)))
      natives.push(native);
    return resultOf(exchange, natives);
  });
  const { value, changed } = outputOf(exchange, outcome);
  yield* changed ? eventsOf(exchange, value) : natives;
}

async function* flowing(exchange: Exchange, params: unknown, send: Send): Events {
  const { chat } = exchange;
  const shown = shownTo(exchange, params);
  const task = taskOf(exchange, shown);
  const startedAt = performance.now();
  const tell = async (result: unknown, synthetic: boolean): Promise<void> => {
    const durationMs = performance.now() - startedAt;
    await chat.dispatch('onDelegateResult', { result, task, synthetic, durationMs });
  };
  const admitted = await admit(exchange, task);
  if ('result' in admitted) {
    await tell(admitted.result, true);
    yield* eventsOf(exchange, admitted.result);
    return;
  }
  const natives: unknown[] = [];
  const isHeard = chat.listens('onDelegateResult');
  for await (const native of send(withTask(exchange, params, shown, task, admitted.task))) {
    if (isHeard) natives.push(native);
    yield native;
  }
  if (isHeard) await tell(resultOf(exchange, natives), false);
}

async function admit(
  exchange: Exchange,
  task: DelegateTask,
): Promise<{ readonly task: DelegateTask } | { readonly result: unknown }> {
  const verdict = await exchange.chat.dispatch('preDelegate', { task });
  switch (verdict.decision) {
    case 'allow':
      return { task };
    case 'modify':
      return { task: verdict.value as DelegateTask };
    case 'respond':
      return suppliedBy(exchange, verdict.outcome);
    case 'deny':
      throw refusalOf(exchange, verdict as Denial);
    default:
      throw new TypeError(`an A2A request cannot ${verdict.decision}`);
  }
}

function suppliedBy({ id }: Exchange, outcome: Dict): { readonly result: unknown } {
  if (!('error' in outcome)) return { result: outcome['result'] };
  const { error } = outcome;
  const text = typeof error === 'string' ? error : String((error as Dict)['message']);
  throw rpcError(id, CODES.internal, text);
}

function resultOf({ method: { result } }: Exchange, natives: readonly unknown[]): unknown {
  return frozenCopy(wholeEvents(natives.map((native) => result.write(native))));
}

function eventsOf(exchange: Exchange, result: unknown): readonly unknown[] {
  const events: readonly unknown[] = Array.isArray(result) ? result : [result];
  return events.map((event) => fromResult(exchange, event));
}
