import { KnownMessages } from '@interpose/adapter-kit';
import type { Message } from '@interpose/core';
import { frozenMessage } from './content-to-contract.ts';
import { calledFunction } from './chat/message-to-contract.ts';
import { dictsOf, textOf, type Body, type NameOfCall } from './native.ts';

/** Reads messages, each frozen and linked to its native one; an output gets the name of its tool from its call. */
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
      // The name of the tool comes from another message, so it is part of the content that is compared.
      seen: (native) => [native, nameOf(native['tool_call_id'] ?? native['call_id'])],
      isFrozen: true,
    },
    from,
  );
}

/**
 * Returns a function that finds the tool of a call by the call's id. Of several calls with that id the last one counts.
 * It searches from the end, where the calls are whose outputs are new.
 */
export function callNames(messages: readonly Body[]): NameOfCall {
  const names = new Map<unknown, string>();
  let left = messages.length;
  return (id) => {
    if (id === undefined) return undefined;
    while (left > 0 && !names.has(id)) {
      const message = messages[--left]!;
      // A call is in the `tool_calls` of its message, or is an item by itself.
      for (const call of dictsOf(message['tool_calls'] ?? [message])) {
        const name = calledFunction(call).name || textOf(call['name']);
        const called = call['call_id'] ?? call['id'];
        if (name && !names.has(called)) names.set(called, name);
      }
    }
    return names.get(id);
  };
}
