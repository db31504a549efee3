import type { Hooks, MaybePromise } from '@interpose/core';
import { currentChat, openChat, type Chat, type ChatOptions } from '@interpose/core/adapter';
import {
  endedBeforeForgotten,
  endWhenForgotten,
  isCausedByAbort,
  type Layer,
} from '@interpose/adapter-kit';
import { canOf } from '../capabilities.ts';
import { isRefusal } from '../translate/refusals.ts';

/** The options for opening the chat of one call. */
export type Opening = Omit<ChatOptions, 'host' | 'parent'> & {
  readonly hooks: Hooks;
  /** True if a call from inside a chat belongs to that chat, as the call of an agent's tool does. */
  readonly joins: boolean;
};

/** Returns the options for the chat of a call that this side starts itself. */
export function openingOf({ hooks, options }: Layer, id: string, path: string): Opening {
  const { session, user, trace, agent } = options;
  return { hooks, joins: true, agent: { id, ...agent }, can: canOf(path), session, user, trace };
}

/** Runs one call in its chat, and ends the chat with the value or the error that the caller gets. */
export async function inChat<T>(opening: Opening, run: (chat: Chat) => Promise<T>): Promise<T> {
  const joined = joinedChat(opening);
  if (joined !== undefined) return run(joined);
  const chat = await open(opening);
  try {
    const value = await run(chat);
    await chat.end({ kind: 'done', reason: 'completed' });
    return value;
  } catch (error) {
    await endWith(chat, error);
    throw error;
  }
}

/** Runs one streamed call in its chat. The chat ends when the stream is over or its reader has left. */
export async function* streamInChat(
  opening: Opening,
  run: (chat: Chat) => AsyncGenerator<unknown, void, undefined>,
): AsyncGenerator<unknown, void, undefined> {
  const joined = joinedChat(opening);
  if (joined !== undefined) return yield* run(joined);
  const chat = await open(opening);
  const forgotten = { aborted: (reason: unknown) => chat.end({ kind: 'abort', reason }) };
  let over = false;
  try {
    // A generator that nobody reads to its end, and nobody closes, would never end the chat.
    yield* endWhenForgotten(run(chat), forgotten);
    over = true;
    await chat.end({ kind: 'done', reason: 'completed' });
  } catch (error) {
    over = true;
    await endWith(chat, error);
    throw error;
  } finally {
    endedBeforeForgotten(forgotten);
    if (!over) await chat.end({ kind: 'abort', reason: chat.signal.reason ?? 'left unread' });
  }
}

function joinedChat({ hooks, joins }: Opening): Chat | undefined {
  const chat = joins ? currentChat() : undefined;
  return chat !== undefined && chat.hooks === hooks && !chat.ended ? chat : undefined;
}

function open({ hooks, joins: _joins, ...options }: Opening): MaybePromise<Chat> {
  const host = { framework: 'a2a', version: '' };
  return openChat(hooks, { ...options, host, parent: currentChat() });
}

async function endWith(chat: Chat, error: unknown): Promise<void> {
  if (chat.signal.aborted) await chat.end({ kind: 'abort', reason: chat.signal.reason });
  else if (isCausedByAbort(error)) await chat.end({ kind: 'abort', reason: error });
  else if (isRefusal(error)) await chat.end({ kind: 'done', reason: 'denied' });
  else await chat.end({ kind: 'error', error });
}
