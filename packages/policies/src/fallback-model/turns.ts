import type { BaseContext } from '@interpose/core';

/** Where a model call happens. The host's own request object distinguishes calls that run at once in one chat. */
type Place = Pick<BaseContext, 'chatId' | 'iteration' | 'host'>;

/** How far down the list one model call of a chat is. */
export interface Turn {
  readonly chatId: string;
  readonly iteration: number;
  /** 0: the app's own model; n: the nth of the list. */
  index: number;
  /** Whether a part of a streamed answer was seen, so that another model cannot start over. */
  started: boolean;
  /** Whether the app called the model itself. */
  asked: boolean;
  /** Whether the call goes on: what begins next for the same request is its next attempt. */
  goesOn: boolean;
}

/** The turns of the running chats. A chat is forgotten when it ends. */
export class Turns {
  readonly #byRequest = new WeakMap<object, Turn>();
  readonly #byChat = new Map<string, Turn>();
  readonly #stays: boolean;

  /** Takes `stays`: whether the next model call of a chat begins with the model that the last call ended with. */
  constructor(stays: boolean) {
    this.#stays = stays;
  }

  /** Returns a new turn for a model call that begins or is tried again. */
  begin(place: Place): Turn {
    const { chatId, iteration = 0, host } = place;
    const known = isRequest(host.native) ? this.#of(host.native, place) : this.#byChat.get(chatId);
    const last = this.#stays ? this.#byChat.get(chatId) : undefined;
    const isSame = known !== undefined && (known.iteration === iteration || known.goesOn);
    const index = (isSame ? known : last)?.index ?? 0;
    const turn: Turn = { chatId, iteration, index, started: false, asked: false, goesOn: false };
    if (isRequest(host.native)) this.#byRequest.set(host.native, turn);
    this.#byChat.set(chatId, turn);
    return turn;
  }

  /** Returns the turn of the running model call; the last one of the chat where the event does not tell which. */
  of(place: Place): Turn | undefined {
    const { chatId, host } = place;
    const known = isRequest(host.native) ? this.#of(host.native, place) : undefined;
    return known ?? this.#byChat.get(chatId);
  }

  #of(request: object, { chatId }: Place): Turn | undefined {
    const known = this.#byRequest.get(request);
    return known?.chatId === chatId ? known : undefined;
  }

  end({ chatId }: Pick<BaseContext, 'chatId'>): void {
    this.#byChat.delete(chatId);
  }
}

function isRequest(native: unknown): native is object {
  return typeof native === 'object' && native !== null;
}
