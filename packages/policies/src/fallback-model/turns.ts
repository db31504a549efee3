import type { BaseContext } from '@interpose/core';

/** How far down the list one model call of a chat is. */
export interface Turn {
  readonly iteration: number;
  /** 0: the app's own model; n: the nth of the list. */
  index: number;
  /** True once a part of a streamed answer was seen, so that another model cannot begin again. */
  started: boolean;
  /** True when the app asked the model itself. */
  asked: boolean;
}

/** The turns of the chats that run; a chat is forgotten when it ends. */
export class Turns {
  readonly #byChat = new Map<string, Turn>();
  readonly #stays: boolean;

  /** `stays`: the next model call of a chat begins where the last one ended. */
  constructor(stays: boolean) {
    this.#stays = stays;
  }

  /** The turn of a model call that begins, or is tried again. */
  begin({ chatId, iteration = 0 }: Pick<BaseContext, 'chatId' | 'iteration'>): Turn {
    const known = this.#byChat.get(chatId);
    const isSame = known?.iteration === iteration;
    const index = isSame || this.#stays ? (known?.index ?? 0) : 0;
    const turn: Turn = { iteration, index, started: false, asked: false };
    this.#byChat.set(chatId, turn);
    return turn;
  }

  /** The turn that runs in this chat. */
  of({ chatId }: Pick<BaseContext, 'chatId'>): Turn | undefined {
    return this.#byChat.get(chatId);
  }

  end({ chatId }: Pick<BaseContext, 'chatId'>): void {
    this.#byChat.delete(chatId);
  }
}
