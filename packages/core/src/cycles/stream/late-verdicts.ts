import type { Refused } from '../../contract/adapter/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import type { AnyVerdict } from '../../contract/decisions/verdict.ts';
import { isThenable } from '../../gate/call-hook.ts';
import type { EventContext } from '../../gate/context/event-context.ts';
import { refusedBy } from '../step/refused.ts';
import type { Ruling } from '../../gate/run-gate.ts';
import type { RunningChat } from '../../chat/running-chat.ts';

/** What hooks that only watch a stream said after its parts had left. */
export class LateVerdicts {
  readonly #chat: RunningChat;
  readonly #waiting: Promise<void>[] = [];
  #refused: Refused | undefined;

  constructor(chat: RunningChat) {
    this.#chat = chat;
  }

  note({
    ctx,
    ruling,
  }: {
    readonly ctx: EventContext;
    readonly ruling: MaybePromise<Ruling>;
  }): void {
    if (!isThenable(ruling)) {
      this.#keep(ctx, ruling);
      return;
    }
    const kept = Promise.resolve(ruling).then((settled) => this.#keep(ctx, settled));
    kept.catch(() => undefined);
    this.#waiting.push(kept);
  }

  /** The refusal of the first late deny, once every watching hook has answered. */
  async settle(): Promise<Refused | undefined> {
    await Promise.all(this.#waiting);
    return this.#refused;
  }

  #keep(ctx: EventContext, ruling: Ruling): void {
    if (ruling === ctx || this.#refused !== undefined) return;
    const verdict = ruling as AnyVerdict;
    if (verdict.decision === 'deny') this.#refused = refusedBy(this.#chat, ctx, verdict);
  }
}
