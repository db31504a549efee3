import { andThen, isCausedByAbort } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import type { Connection } from '../messages/connection.ts';
import type { Id } from '../messages/to-contract.ts';
import { askAboutFailure, type Instead } from './failed-send.ts';

/** What hooks made of a failure; undefined where they left it alone. */
type Judged = MaybePromise<Instead | undefined>;

/** Those who wait to hear what hooks made of one failure: a transport may tell of it more than once. */
interface Claim {
  readonly judged: Promise<Instead | undefined>;
  readonly judge: (judged: Judged) => void;
  readonly told: Promise<void>[];
}

/** Runs something in the order of what comes in, once this is decided. */
type InTurn = (decided: MaybePromise<void>, go: () => void) => void;

/** Where what a transport fails with goes. */
interface Receiver {
  readonly tell: (error: Error) => void;
  readonly inTurn: InTurn;
}

/**
 * What a transport fails with. The other side may have written its text, as in the body of a refused HTTP request, so that
 * hooks are asked about it as about an answer; it keeps its place among what comes in.
 */
export class Failures {
  readonly #connection: Connection;
  readonly #receiver: Receiver;
  /** Those that were told of while something was being sent: a send fails with the same error at once. */
  readonly #claims = new Map<unknown, Claim>();
  #sending = 0;

  constructor(connection: Connection, receiver: Receiver) {
    this.#connection = connection;
    this.#receiver = receiver;
  }

  /** Takes what the transport tells of. */
  hear(failure: Error): void {
    const { tell, inTurn } = this.#receiver;
    if (!this.#isAsked(failure)) return tell(failure);
    const { promise: told, resolve } = Promise.withResolvers<void>();
    let said = failure;
    const decided = andThen(this.#judgedByOwner(failure, told), (instead) => {
      said = instead?.failure ?? failure;
    });
    inTurn(decided, () => {
      try {
        tell(said);
      } finally {
        resolve();
      }
    });
  }

  /** Counts what is being sent until it is out, or has failed. */
  during<T>(send: () => T): T {
    const over = (): void => void (this.#sending -= 1);
    this.#sending += 1;
    let sent: T | undefined;
    try {
      sent = send();
      return sent;
    } finally {
      if (sent instanceof Promise) sent.then(over, over);
      else over();
    }
  }

  /** Calls a method of the transport that sends no message of this side; what it fails with is asked about as well. */
  outcomeOf(call: () => unknown): unknown {
    if (!this.#connection.hearsAnswers) return call();
    const outcome = this.during(call);
    if (!(outcome instanceof Promise)) return outcome;
    return outcome.catch(async (thrown: unknown) => {
      const instead = await this.failed(thrown, []);
      throw instead?.failure ?? thrown;
    });
  }

  /** What stands for what the send of these requests failed with; it comes after that was told of. */
  failed(thrown: unknown, ids: readonly Id[]): Judged {
    if (!this.#isAsked(thrown)) return undefined;
    const judged = askAboutFailure(this.#connection, ids, thrown);
    const claim = this.#claims.get(thrown);
    if (claim === undefined) return judged;
    this.#claims.delete(thrown);
    claim.judge(judged);
    return Promise.all(claim.told).then(() => judged);
  }

  /** Whoever gave up himself reads his own words. */
  #isAsked(thrown: unknown): boolean {
    return this.#connection.hearsAnswers && !isCausedByAbort(thrown);
  }

  #judgedByOwner(failure: Error, told: Promise<void>): Judged {
    const known = this.#claims.get(failure);
    known?.told.push(told);
    if (known !== undefined) return known.judged;
    if (this.#sending === 0) return askAboutFailure(this.#connection, [], failure);
    const { promise: judged, resolve: judge } = Promise.withResolvers<Instead | undefined>();
    this.#claims.set(failure, { judged, judge, told: [told] });
    void unclaimed().then(() => {
      if (this.#claims.delete(failure)) judge(askAboutFailure(this.#connection, [], failure));
    });
    return judged;
  }
}

/** Comes when a send that fails has told whoever waits for it, through as many promises as a transport is made of. */
async function unclaimed(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
