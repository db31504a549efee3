import { withMembers } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import type { RunManager } from '../translate/native.ts';

type Token = Parameters<NonNullable<RunManager['handleLLMNewToken']>>;

/**
 * Tokens that wait for the hooks. Some models report every token to callbacks although nobody asked for a stream. If
 * hooks may withhold the answer, its tokens wait here until the hooks have judged it.
 */
export class HeldTokens {
  /** The run manager that the model gets. */
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

  /** Drops the tokens of the last attempt, because another attempt begins. */
  restart(): void {
    this.#held.length = 0;
  }

  /** Reports the waiting tokens; or, if hooks changed the answer, the text of the changed answer. */
  settle(text: string, isUntouched: boolean): Promise<void> | undefined {
    return this.#held.length === 0 ? undefined : this.#tell(text, isUntouched);
  }

  async #tell(text: string, isUntouched: boolean): Promise<void> {
    if (!isUntouched) await this.#own?.handleLLMNewToken?.(text);
    else for (const token of this.#held) await this.#own?.handleLLMNewToken?.(...token);
  }
}

/** Returns the same run manager, but with `take` in place of its handler for tokens. */
export function mutedRunManager(
  runManager: RunManager,
  take: (...token: Token) => MaybePromise<void>,
): RunManager {
  return withMembers(runManager, { handleLLMNewToken: take });
}
