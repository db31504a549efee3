import type { DelegateTask, Dict } from '@interpose/core';
import { around, frozenCopy } from '@interpose/core/adapter';
import { decode, invalid } from '../translate/decode.ts';
import type { Exchange } from '../translate/exchange.ts';
import { isDict } from '@interpose/adapter-kit';
import { CODES } from '../translate/rpc-error.ts';
import { outputOf } from '../translate/output-of.ts';

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
  const task = taskOf(exchange, params);
  let native: unknown;
  const outcome = await around(exchange.chat, 'preDelegate', { task }, async (allowed) => {
    native = await send(withTask(exchange, params, task, allowed));
    return neutral(exchange, result.write(native));
  });
  const output = outputOf(exchange, outcome);
  return output.changed ? fromResult(exchange, output.value) : native;
}

/** Returns the task as hooks see it: the text of a message with only one text part, else its parts in A2A 1.0. */
export function taskOf(exchange: Exchange, params: unknown): DelegateTask {
  const parts = partsIn(exchange, params);
  const [first] = parts;
  const isText = parts.length === 1 && isDict(first) && typeof first['text'] === 'string';
  const input = isText ? first['text'] : neutral(exchange, parts);
  return { kind: 'a2a', to: exchange.to ?? '', input };
}

/**
 * Returns the params to send for the task that hooks left.
 *
 * @throws an error of the SDK for a task with another receiver, or whose input is neither a text nor parts.
 */
export function withTask(
  exchange: Exchange,
  params: unknown,
  task: DelegateTask,
  allowed: DelegateTask,
): unknown {
  if (allowed.to !== task.to || allowed.kind !== task.kind) {
    throw invalid(exchange, CODES.invalidRequest, 'a task stays with the agent it is for');
  }
  const { input } = allowed;
  if (input === task.input) return params;
  const parts = typeof input === 'string' ? [{ text: input }] : input;
  const json = exchange.method.params.write(params) as Dict;
  const message = { ...(json['message'] as Dict), parts };
  return decode(exchange, exchange.method.params, { ...json, message });
}

/** Returns the SDK's answer for a changed or supplied result; a text becomes a message of the other agent. */
export function fromResult(exchange: Exchange, result: unknown): unknown {
  const { result: codec } = exchange.method;
  if (typeof result !== 'string') return decode(exchange, codec, result);
  const messageId = crypto.randomUUID();
  const message = { messageId, role: 'ROLE_AGENT', parts: [{ text: result }] };
  return codec.read({ message });
}

/** Returns a frozen copy if hooks must not share the value (strict chats), else the value itself. */
export function neutral({ chat }: Exchange, json: unknown): unknown {
  return chat.strict ? frozenCopy(json) : json;
}

function partsIn({ method }: Exchange, params: unknown): readonly unknown[] {
  const { message } = method.params.write(params) as { readonly message?: Dict };
  return (message?.['parts'] ?? []) as readonly unknown[];
}
