import type { DelegateTask, Dict } from '@interpose/core';
import { around, frozenCopy } from '@interpose/core/adapter';
import { asShown } from '../translate/as-shown.ts';
import { decode, invalid } from '../translate/decode.ts';
import type { Exchange } from '../translate/exchange.ts';
import { isDict } from '@interpose/adapter-kit';
import { CODES } from '../translate/rpc-error.ts';
import { outputOf } from '../translate/output-of.ts';
import { wholeResult } from './whole-artifacts.ts';

/** Whether hooks listen for delegations and this call is one: a message gives work, a query about a task does not. */
export function isDelegation({ chat, method: { method } }: Exchange): boolean {
  if (method !== 'message/send' && method !== 'message/stream') return false;
  return chat.listens('preDelegate', 'onDelegateResult');
}

/** Sends a message that gives work to another agent; delegation hooks see the task and the result. */
export async function delegate(
  exchange: Exchange,
  params: unknown,
  send: (params: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { result } = exchange.method;
  const shown = shownTo(exchange, params);
  const task = taskOf(exchange, shown);
  let native: unknown;
  const outcome = await around(exchange.chat, 'preDelegate', { task }, async (allowed) => {
    native = await send(withTask(exchange, params, shown, task, allowed));
    return frozenCopy(wholeResult(result.write(native)));
  });
  const output = outputOf(exchange, outcome);
  return output.changed ? fromResult(exchange, output.value) : native;
}

/** Returns the params in A2A 1.0 as they are now, whatever the app changes later. */
export function shownTo({ method }: Exchange, params: unknown): Dict {
  return frozenCopy(method.params.write(params) as Dict);
}

/** Returns the task as hooks see it: the text of a message with only one text part, else its parts in A2A 1.0. */
export function taskOf({ to = '' }: Exchange, { message }: Dict): DelegateTask {
  const parts = ((message as Dict | undefined)?.['parts'] ?? []) as readonly unknown[];
  const [first] = parts;
  const isText = parts.length === 1 && isDict(first) && typeof first['text'] === 'string';
  return { kind: 'a2a', to, input: isText ? first['text'] : parts };
}

/**
 * Returns the params to send for the task that hooks left.
 *
 * @throws an error of the SDK for a task with another receiver, or whose input is neither a text nor parts.
 */
export function withTask(
  exchange: Exchange,
  params: unknown,
  shown: Dict,
  task: DelegateTask,
  allowed: DelegateTask,
): unknown {
  if (allowed.to !== task.to || allowed.kind !== task.kind) {
    throw invalid(exchange, CODES.invalidRequest, 'a task stays with the agent it is for');
  }
  const { input } = allowed;
  const codec = exchange.method.params;
  if (input === task.input) return asShown(codec, params, shown);
  const parts = typeof input === 'string' ? [{ text: input }] : input;
  const message = { ...(shown['message'] as Dict), parts };
  return decode(exchange, codec, { ...shown, message });
}

/** Returns the SDK's answer for a changed or supplied result; a text becomes a message of the other agent. */
export function fromResult(exchange: Exchange, result: unknown): unknown {
  const { result: codec } = exchange.method;
  if (typeof result !== 'string') return decode(exchange, codec, result);
  const messageId = crypto.randomUUID();
  const message = { messageId, role: 'ROLE_AGENT', parts: [{ text: result }] };
  return codec.read({ message });
}
