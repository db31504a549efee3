import {
  checkOptions,
  InterposeError,
  readAnswer,
  type ApprovalAnswer,
  type ApprovalRequest,
  type Approver,
} from '@interpose/core';

import { isTimerDelay } from '../shared/values/timer-delay.ts';

const OPTIONS = Object.keys({ afterMs: true } satisfies Record<keyof EscalatingOptions, true>);

/**
 * Options of `escalating`.
 *
 * @example
 * const options: EscalatingOptions = { afterMs: 5 * 60_000 };
 */
export interface EscalatingOptions {
  /** Milliseconds of silence after which the next approver is asked too; at most 24 days. */
  readonly afterMs: number;
}

/**
 * An approver that asks the first of these approvers. It asks the next one too when nobody has answered for `afterMs`,
 * or when an approver fails or returns something that is no answer. The first answer counts, whoever gives it.
 *
 * @throws InterposeError `invalid_option`; the approver rejects when all of them fail.
 * @example
 * const hooks = createHooks({ approver: escalating([askTeam, askLead], { afterMs: 5 * 60_000 }) });
 */
export function escalating(approvers: readonly Approver[], options: EscalatingOptions): Approver;
export function escalating(
  approvers: readonly Approver[],
  options: EscalatingOptions,
  ...more: readonly unknown[]
): Approver {
  checkOptions('escalating', options, OPTIONS, more);
  // Copies the list, so that a hole in it becomes `undefined` and is refused: an escalation would end at a hole.
  const asked = Array.isArray(approvers) ? [...(approvers as readonly unknown[])] : [];
  if (asked.length === 0 || asked.some((each) => typeof each !== 'function'))
    throw invalid('needs a list of approvers', 'pass at least one function');
  const { afterMs } = options ?? {};
  if (!isTimerDelay(afterMs))
    throw invalid(`afterMs is ${String(afterMs)}`, 'pass milliseconds above 0, at most 24 days');
  return (request) => new Escalation(asked as readonly Approver[], afterMs, request).ask();
}

/** One question on its way from approver to approver. */
class Escalation {
  readonly #approvers: readonly Approver[];
  readonly #afterMs: number;
  readonly #request: ApprovalRequest;
  #asked = 0;
  #failed = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(approvers: readonly Approver[], afterMs: number, request: ApprovalRequest) {
    this.#approvers = approvers;
    this.#afterMs = afterMs;
    this.#request = request;
  }

  async ask(): Promise<ApprovalAnswer> {
    const { signal } = this.#request;
    try {
      return await new Promise<ApprovalAnswer>((resolve, reject) => {
        const stop = (): void => reject(signal.reason as Error);
        if (signal.aborted) stop();
        else {
          signal.addEventListener('abort', stop, { once: true });
          this.#next(resolve, reject);
        }
      });
    } finally {
      clearTimeout(this.#timer);
    }
  }

  #next(resolve: (answer: ApprovalAnswer) => void, reject: (error: unknown) => void): void {
    clearTimeout(this.#timer);
    const approver = this.#approvers[this.#asked];
    if (approver === undefined) return;
    this.#asked += 1;
    if (this.#asked < this.#approvers.length)
      this.#timer = setTimeout(() => this.#next(resolve, reject), this.#afterMs);
    // `then` calls the approver, so a function that throws at once fails like one that rejects.
    void Promise.resolve(this.#request)
      .then(approver)
      .then(readAnswer)
      .then(resolve, (error: unknown) => {
        this.#failed += 1;
        if (this.#failed === this.#approvers.length) reject(error);
        else this.#next(resolve, reject);
      });
  }
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `escalating: ${problem}`, remedy);
}
