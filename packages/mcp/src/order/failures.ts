import { andThen, isCausedByAbort } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import type { Connection } from '../messages/connection.ts';
import type { Id } from '../messages/to-contract.ts';
import { askAboutFailure, type Instead } from './failed-send.ts';

/** The replacement that hooks made of a failure; undefined if they left it alone. */
type Judged = MaybePromise<Instead | undefined>;

/** The receivers that wait for the ruling on one failure, which a transport may report more than once. */
interface Claim {
  readonly judged: Promise<Instead | undefined>;
  readonly judge: (judged: Judged) => void;
  readonly told: Promise<void>[];
}

/** Runs `go` in its turn among incoming messages, once `decided` is settled. */
type InTurn = (decided: MaybePromise<void>, go: () => void) => void;

/** The functions that take the failures of a transport. */
interface Receiver {
  readonly tell: (error: Error) => void;
  readonly inTurn: InTurn;
}

/**
 * The failures of a transport. The other side may have written the text of one, as in the body of a refused HTTP
 * request, so hooks are asked about it as about an answer. It keeps its place among incoming messages.
 */
export class Failures {
  readonly #connection: Connection;
  readonly #receiver: Receiver;
  /** The failures that were reported during a send, which fails with the same error right after that. */
  readonly #claims = new Map<unknown, Claim>();
  #sending = 0;

  constructor(connection: Connection, receiver: Receiver) {
    this.#connection = connection;
    this.#receiver = receiver;
  }

  /** Takes a failure that the transport reports. */
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

  /** Counts a send until it is done or has failed. */
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

  /** Calls a method of the transport that sends no message of this side; hooks are asked about its failure as well. */
  outcomeOf(call: () => unknown): unknown {
    if (!this.#connection.hearsAnswers) return call();
    const outcome = this.during(call);
    if (!(outcome instanceof Promise)) return outcome;
    return outcome.catch(async (thrown: unknown) => {
      const instead = await this.failed(thrown, []);
      throw instead?.failure ?? thrown;
    });
  }

  /** Returns the replacement for the failure of a send with these requests, once the failure was reported. */
  failed(thrown: unknown, ids: readonly Id[]): Judged {
    if (!this.#isAsked(thrown)) return undefined;
    const judged = askAboutFailure(this.#connection, ids, thrown);
    const claim = this.#claims.get(thrown);
    if (claim === undefined) return judged;
    this.#claims.delete(thrown);
    claim.judge(judged);
    return Promise.all(claim.told).then(() => judged);
  }

  /** Whether hooks are asked about a failure. After an abort the caller reads only its own words. */
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

/** Resolves once a failing send has rejected, through as many promises as a transport is made of. */
async function unclaimed(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
