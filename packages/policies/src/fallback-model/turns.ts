import type { BaseContext } from '@interpose/core';

/** Where a model call is seen; the host's own request tells calls apart that run at once in one chat. */
type Place = Pick<BaseContext, 'chatId' | 'iteration' | 'host'>;

/** How far down the list one model call of a chat is. */
export interface Turn {
  readonly chatId: string;
  readonly iteration: number;
  /** 0: the app's own model; n: the nth of the list. */
  index: number;
  /** True once a part of a streamed answer was seen, so that another model cannot begin again. */
  started: boolean;
  /** True when the app asked the model itself. */
  asked: boolean;
  /** True once it goes on: what begins next for the same request is its next attempt. */
  goesOn: boolean;
}

/** The turns of the chats that run; a chat is forgotten when it ends. */
export class Turns {
  readonly #byRequest = new WeakMap<object, Turn>();
  readonly #byChat = new Map<string, Turn>();
  readonly #stays: boolean;

  /** `stays`: the next model call of a chat begins where the last one ended. */
  constructor(stays: boolean) {
    this.#stays = stays;
  }

  /** The turn of a model call that begins, or is tried again. */
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

  /** The turn of the model call that runs here; the chat's last where the event does not tell which. */
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
