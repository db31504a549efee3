import { textOf, type Dict, type Message, type ModelRequest, type ToolCall } from '@interpose/core';

import type { Entry } from '../provenance/ledger.ts';
import { labelled, unseen } from './read-passages.ts';
import { textOfResult } from './text-of-result.ts';

/** A result of a tool as a request tells it again. */
export interface RetoldResult extends Pick<ToolCall, 'id' | 'name'> {
  readonly result: unknown;
  /** The call it answers, which is searched when it is asked for. */
  readonly call: () => ToolCall;
}

/** What the user says in a message, and what comes with it: data and files may be anybody's. */
export function messageEntries(message: Message): readonly Entry[] {
  return [
    ...labelled('user', textOf(message)),
    ...message.content.flatMap((part) => {
      if (part.type === 'data') return labelled('untrusted', textOfResult(part.data));
      return part.type === 'file' || part.type === 'other' ? [unseen] : [];
    }),
  ];
}

/** What the user says in messages of a request. */
export function userEntries(messages: readonly Message[]): readonly Entry[] {
  return messages.filter(({ role }) => role === 'user').flatMap(messageEntries);
}

/** The results of tools in messages of a request, with the calls they answer where the request has them. */
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

/** The tools in a request that the provider runs: what they find, the model sees first. */
export function providerTools({ tools = [] }: ModelRequest): readonly string[] {
  return tools.filter(({ origin }) => origin === 'provider').map(({ name }) => name);
}
