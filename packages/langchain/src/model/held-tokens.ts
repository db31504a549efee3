import { withMembers } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import type { RunManager } from '../translate/native.ts';

type Token = Parameters<NonNullable<RunManager['handleLLMNewToken']>>;

/**
 * Some models tell callbacks of every token although they were not asked to stream. What hooks may still withhold
 * is kept here until they have judged the answer.
 */
export class HeldTokens {
  /** What the model gets in place of the run manager. */
  readonly runManager: RunManager | undefined;
  readonly #own: RunManager | undefined;
  readonly #held: Token[] = [];

  constructor(runManager: RunManager | undefined, chat: Chat) {
    this.#own = runManager;
    const withheld = chat.intercepts('onResponse', 'onAgentResponse', 'onResponseDelta');
    this.runManager =
      runManager === undefined || !withheld
        ? runManager
        : mutedRunManager(runManager, (...token) => void this.#held.push(token));
  }

  /** Another attempt begins; what the last one said is gone. */
  restart(): void {
    this.#held.length = 0;
  }

  /** Lets out what was held, or in its place the answer that the hooks made of it. */
  async settle(text: string, isUntouched: boolean): Promise<void> {
    if (this.#held.length === 0) return;
    if (!isUntouched) await this.#own?.handleLLMNewToken?.(text);
    else for (const token of this.#held) await this.#own?.handleLLMNewToken?.(...token);
  }
}

/** The same run manager, except that its tokens go elsewhere. */
export function mutedRunManager(
  runManager: RunManager,
  take: (...token: Token) => MaybePromise<void>,
): RunManager {
  return withMembers(runManager, { handleLLMNewToken: take }, { methodsRunOn: 'target' });
}
