import type { ModelResponse } from '../contract/values/index.ts';

/** Where a chat stands with its model. */
export class ModelCalls {
  /** 0-based index of the current call; -1 before the first. */
  iteration = -1;
  /** Attempts at the current call, the host's repeats included. */
  attempts = 0;
  /** True when the last call ended in an error, so that the next may be the host's repeat. */
  failed = false;
  /** The last response, built only when somebody looks. */
  lastResponse: (() => ModelResponse) | undefined;

  /** The iteration as hooks see it: none before the first call. */
  get current(): number | undefined {
    return this.iteration < 0 ? undefined : this.iteration;
  }

  /** What the model said it was thinking in its last response, where it did. */
  get reasoning(): string | undefined {
    return this.lastResponse === undefined ? undefined : reasoningOf(this.lastResponse());
  }

  /** Counts a call: one after a failed one is the host's own repeat of it. */
  start(): void {
    if (!this.failed) {
      this.iteration++;
      this.attempts = 0;
    }
    this.failed = false;
    this.lastResponse = undefined;
  }
}

/** The reasoning text of a response; undefined where the model gave none. */
function reasoningOf({ content }: ModelResponse): string | undefined {
  const texts = content.flatMap((part) => (part.type === 'reasoning' ? [part.text] : []));
  return texts.length === 0 ? undefined : texts.join('\n');
}
