import { chatsAreSought, runInChat, type Chat } from '@interpose/core/adapter';

let targets = 0;

/** Counts what is hooked: agents and models once, a module as many. */
export function countTargets(number: number): void {
  targets += number;
}

/**
 * Runs a tool so that a hooked target it calls finds its parent. With one target and no hooked transport there is
 * nothing to find, and on Node 22 the mere use of the storage behind it slows every later await of the process.
 */
export function runNested<T>(chat: Chat, run: () => T): T {
  return targets < 2 && !chatsAreSought() ? run() : runInChat(chat, run);
}
