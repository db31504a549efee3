import { refusal, type StandingVerdict } from '../../context/refusal.ts';
import type { Refused } from '../../contract/adapter/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { isThenable } from '../../maybe-promise.ts';
import type { RunningChat } from '../../chat/running-chat.ts';

/** Collects the verdicts of hooks that only watch a stream; they come after its parts have left. */
export class LateVerdicts {
  readonly #chat: RunningChat;
  readonly #waiting: Promise<void>[] = [];
  #refused: Refused | undefined;

  constructor(chat: RunningChat) {
    this.#chat = chat;
  }

  note(verdict: MaybePromise<StandingVerdict | undefined>): void {
    if (!isThenable(verdict)) {
      this.#keep(verdict);
      return;
    }
    const kept = Promise.resolve(verdict).then((settled) => this.#keep(settled));
    kept.catch(() => undefined);
    this.#waiting.push(kept);
  }

  /** Returns the refusal of the first late deny, after every watching hook has answered. */
  async settle(): Promise<Refused | undefined> {
    await Promise.all(this.#waiting);
    return this.#refused;
  }

  #keep(verdict: StandingVerdict | undefined): void {
    if (verdict?.decision === 'deny') this.#refused ??= refusal(this.#chat, verdict);
  }
}
