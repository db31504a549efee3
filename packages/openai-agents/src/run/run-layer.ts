import { HostRun, parseArguments, RunMemory, SeenCalls } from '@interpose/adapter-kit';
import type { Hooks, ToolCall } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import type { WrittenCall } from '../approval/answers.ts';
import type { Sdk } from '../targets/sdk-copies.ts';

/** One registry's part in a run: its chat, and what has to be remembered until it ends. */
export class RunLayer extends HostRun {
  readonly sdk: Sdk;
  readonly chat: Chat;
  readonly memory: RunMemory<string> = new RunMemory();
  /** The calls a person refused that the hooks have not heard of yet. */
  readonly refusedCalls: WrittenCall[];
  readonly #calls = new SeenCalls(this.copy);

  constructor(chat: Chat, sdk: Sdk, refused: readonly WrittenCall[]) {
    super();
    this.opened = chat;
    this.chat = chat;
    this.sdk = sdk;
    this.refusedCalls = [...refused];
  }

  get hooks(): Hooks {
    return this.chat.hooks;
  }

  /** One call is one value for hooks, when it is asked about and when it runs. */
  callOf({ callId, name, arguments: text }: WrittenCall): ToolCall {
    return this.#calls.callOf(callId, name, text, () => parseArguments(text));
  }
}
