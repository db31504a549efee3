import { textOf, type Dict, type Message, type ModelRequest, type ToolCall } from '@interpose/core';

import type { Entry } from '../provenance/ledger.ts';
import { labelled, unseen } from './read-passages.ts';
import { readingsOf } from './readings-of.ts';
import { textOfResult } from './text-of-result.ts';

/** A tool result that a request repeats. */
export interface RetoldResult extends Pick<ToolCall, 'id' | 'name'> {
  readonly result: unknown;
  /** Finds the call that it answers. */
  readonly call: () => ToolCall;
}

/** Returns the text of a user's message, and its data and files as untrusted: anybody may have written them. */
export function messageEntries(message: Message): readonly Entry[] {
  return [
    ...readingsOf(message).flatMap((read) => labelled('user', textOf(read))),
    ...message.content.flatMap((part) => {
      if (part.type === 'data') return labelled('untrusted', textOfResult(part.data));
      return part.type === 'file' || part.type === 'other' ? [unseen] : [];
    }),
  ];
}

/** Returns the texts of the user in messages of a request. */
export function userEntries(messages: readonly Message[]): readonly Entry[] {
  return messages.filter(({ role }) => role === 'user').flatMap(messageEntries);
}

/** Returns the tool results in messages of a request, with their calls if the request has them. */
export function retoldResults(
  messages: readonly Message[],
  request: ModelRequest,
): readonly RetoldResult[] {
  let args: ReadonlyMap<string, Dict> | undefined;
  return messages
    .flatMap(({ content }) => content)
    .filter((part) => part.type === 'tool-result')
    .map(({ id, name, result, error }) => ({
      id,
      name,
      result: error ?? result,
      call: () => ({ id, name, args: (args ??= argumentsIn(request)).get(id) ?? {} }),
    }));
}

function argumentsIn({ messages }: ModelRequest): ReadonlyMap<string, Dict> {
  const args = new Map<string, Dict>();
  for (const { content } of messages)
    for (const part of content) if (part.type === 'tool-call') args.set(part.id, part.args);
  return args;
}

/** Returns the provider's own tools in a request. The model sees their results before any hook. */
export function providerTools({ tools = [] }: ModelRequest): readonly string[] {
  return tools.filter(({ origin }) => origin === 'provider').map(({ name }) => name);
}
