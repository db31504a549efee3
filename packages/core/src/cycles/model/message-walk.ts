import type { Refused } from '../../contract/adapter/index.ts';
import type { Message, ModelRequest, ModelResponse } from '../../contract/values/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { isThenable } from '../../maybe-promise.ts';

/** The result of admitting the messages of a request. */
export type Admission =
  | { readonly kind: 'request'; readonly request: ModelRequest }
  | { readonly kind: 'answer'; readonly answer: ModelResponse }
  | Refused;

/** What became of one message: itself, a changed one, nothing, or the end of the walk. */
export type Admitted = Message | Admission | undefined;
export type Admitting = MaybePromise<Admitted>;

/**
 * Admits the messages of one role, one after the other. The result is the request itself if no message changed. A denied
 * message of the user ends the request only after the others were judged: in the next request they are no longer new.
 */
export class MessageWalk {
  readonly #request: ModelRequest;
  readonly #role: Message['role'];
  readonly #admit: (message: Message, index: number) => Admitting;
  #index: number;
  #kept: Message[] | undefined;
  #end: Admission | undefined;

  constructor(
    request: ModelRequest,
    role: Message['role'],
    admit: (message: Message, index: number) => Admitting,
    from: number,
  ) {
    this.#request = request;
    this.#role = role;
    this.#admit = admit;
    this.#index = from;
  }

  goOn(): MaybePromise<Admission> {
    const { messages } = this.#request;
    while (this.#index < messages.length) {
      const message = messages[this.#index]!;
      const admitting = message.role === this.#role ? this.#admit(message, this.#index) : message;
      if (isThenable(admitting))
        return admitting.then((admitted) => this.#take(message, admitted) ?? this.goOn());
      const end = this.#take(message, admitting);
      if (end !== undefined) return end;
    }
    const kept = this.#kept;
    const request = kept === undefined ? this.#request : { ...this.#request, messages: kept };
    return this.#end ?? { kind: 'request', request };
  }

  /** Keeps what became of a message; returns the end of the walk, if it is that. */
  #take(message: Message, became: Admitted): Admission | undefined {
    if (became !== undefined && 'kind' in became) {
      if (this.#role !== 'user') return became;
      // A denial counts before an answer to another message.
      if (this.#end === undefined || (this.#end.kind === 'answer' && became.kind !== 'answer'))
        this.#end = became;
      this.#index++;
      return undefined;
    }
    if (became !== message) this.#kept ??= this.#request.messages.slice(0, this.#index);
    if (became !== undefined) this.#kept?.push(became);
    this.#index++;
    return undefined;
  }
}
