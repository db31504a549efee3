import { textOf, type Dict, type Message, type ModelRequest, type ToolCall } from '@interpose/core';

import type { Entry } from '../provenance/ledger.ts';
import { labelled, unseen } from './read-passages.ts';
import { textOfResult } from './text-of-result.ts';

/** A result of a tool as a request tells it again. */
export interface RetoldResult {
  readonly call: ToolCall;
  readonly result: unknown;
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

/** What the user says in a request. */
export function userEntries({ messages }: ModelRequest): readonly Entry[] {
  return messages.filter(({ role }) => role === 'user').flatMap(messageEntries);
}

/** The results of tools in a request, with the calls they answer where the request has them. */
export function retoldResults({ messages }: ModelRequest): readonly RetoldResult[] {
  const parts = messages.flatMap(({ content }: Message) => content);
  const results = parts.filter((part) => part.type === 'tool-result');
  if (results.length === 0) return [];
  const calls = new Map<string, Dict>();
  for (const part of parts) if (part.type === 'tool-call') calls.set(part.id, part.args);
  return results.map(({ id, name, result, error }) => ({
    call: { id, name, args: calls.get(id) ?? {} },
    result: error ?? result,
  }));
}

/** The tools in a request that the provider runs: what they find, the model sees first. */
export function providerTools({ tools = [] }: ModelRequest): readonly string[] {
  return tools.filter(({ origin }) => origin === 'provider').map(({ name }) => name);
}
