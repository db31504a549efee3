import { KnownMessages } from '@interpose/adapter-kit';
import type { Message } from '@interpose/core';
import { frozenMessage } from './content-to-contract.ts';
import { calledFunction } from './chat/message-to-contract.ts';
import { dictsOf, textOf, type Body, type NameOfCall } from './native.ts';

/** Reads messages, frozen and each with its native one in mind, of which those that answer a call do not say which tool it was for. */
export function readNamed(
  known: KnownMessages | undefined,
  natives: readonly Body[],
  read: (native: Body, nameOf: NameOfCall) => Message,
  from?: number,
): readonly Message[] {
  const nameOf = callNames(natives);
  return (known ?? new KnownMessages()).read(
    natives,
    {
      read: (native) => frozenMessage(read(native, nameOf), native),
      // The name of the tool comes from another message.
      seen: (native) => [native, nameOf(native['tool_call_id'] ?? native['call_id'])],
      isFrozen: true,
    },
    from,
  );
}

/**
 * Of messages with a call of an id the last one counts. They are searched from the end, where the calls stand whose
 * answers are new.
 */
export function callNames(messages: readonly Body[]): NameOfCall {
  const names = new Map<unknown, string>();
  let left = messages.length;
  return (id) => {
    if (id === undefined) return undefined;
    while (left > 0 && !names.has(id)) {
      const message = messages[--left]!;
      // A call stands in a list of its answer, or is an item by itself.
      for (const call of dictsOf(message['tool_calls'] ?? [message])) {
        const name = calledFunction(call).name || textOf(call['name']);
        const called = call['call_id'] ?? call['id'];
        if (name && !names.has(called)) names.set(called, name);
      }
    }
    return names.get(id);
  };
}
