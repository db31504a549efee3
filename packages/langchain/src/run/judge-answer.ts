import type { Message } from '@interpose/core';
import { deniedError } from '@interpose/adapter-kit';
import { answerWith } from '@interpose/core/adapter';
import type { ChatRun } from './host-run.ts';

/** An answer that no model of the run gave, with the functions to read and write it for hooks. */
interface Answer<T> {
  readonly native: T;
  readonly read: () => Message;
  readonly write: (message: Message) => T;
  readonly refusal: (text: string) => T;
}

/**
 * Takes an answer of a tool or a middleware through the gate of answers. Returns the same object if no hook changed it.
 * If the app gets denials as errors, the run fails with the error.
 */
export async function judgeAnswer<T>(
  run: ChatRun,
  { native, read, write, refusal }: Answer<T>,
): Promise<T> {
  if (!run.chat.listens('onAgentResponse', 'onMessage', 'onChatDone')) return native;
  const message = read();
  const answer = await answerWith(run.chat, message);
  if (answer.kind !== 'denied') return answer.message === message ? native : write(answer.message);
  if (answer.throws || run.isStructured) run.fatal ??= { error: deniedError(run, answer) };
  run.refusal = answer.denial;
  return refusal(answer.text);
}
