import { GuardianFailure } from '../client/http/guardian-failure.ts';
import { PostReports, type Posted } from './post-reports.ts';
import type { ReportedDecision, ReportSettings } from './report-options.ts';
import { ReportSpool } from './report-spool.ts';

const MOST_IN_A_BATCH = 500;
const MOST_BYTES = 262_144;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Queues decisions at once, and sends them later in batches, one batch after the other. */
export class ReportSender {
  readonly #settings: ReportSettings;
  readonly #queue: ReportedDecision[] = [];
  readonly #spool: ReportSpool | undefined;
  readonly #post: PostReports;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #awaited: PromiseWithResolvers<void> | undefined;
  #sending = false;
  #failures = 0;
  /** By the clock of `performance.now`, which nobody sets. */
  #retryAt = 0;
  #lost = 0;
  #untold = 0;
  #spoolProblem = '';
  #isClosed = false;

  constructor(settings: ReportSettings) {
    this.#settings = settings;
    this.#post = new PostReports(settings);
    this.#spool = settings.spool && new ReportSpool(settings.spool);
    // Sends decisions that an earlier process left, even if nothing new is decided.
    if (this.#spool !== undefined) this.#wake(settings.flushMs);
  }

  /** Queues a decision. For the first of a batch it returns a promise that resolves when the batch is sent or kept. */
  add(decision: ReportedDecision): Promise<void> | undefined {
    if (this.#queue.length >= this.#settings.maxQueued) {
      this.#lost++;
      return undefined;
    }
    this.#queue.push(decision);
    if (this.#queue.length === MOST_IN_A_BATCH) this.#wake(0);
    if (this.#awaited !== undefined) return undefined;
    tellAtExit(this);
    this.#awaited = Promise.withResolvers();
    this.#wake(this.#queue.length >= MOST_IN_A_BATCH ? 0 : this.#settings.flushMs);
    return this.#awaited.promise;
  }

  /** Sends or keeps the queue; then another sender may use the spool. */
  close(): void {
    this.#isClosed = true;
    this.#wake(0);
  }

  /** Tells what is still in memory as lost. */
  end(): void {
    this.#lost += this.#queue.splice(0).length;
    this.#tellLost();
  }

  #wake(waitMs: number): void {
    if (this.#sending) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#work(), waitMs);
  }

  async #work(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    const awaited = this.#awaited;
    this.#awaited = undefined;
    this.#tellLost();
    try {
      if (performance.now() >= this.#retryAt) await this.#sendAll();
      else await this.#keep();
    } catch (error) {
      this.#failed(error);
      await this.#keep();
    }
    this.#sending = false;
    awaited?.resolve();
    if (this.#isClosed) this.end();
    if (this.#queue.length + this.#lost === 0) holding.delete(this);
    if (this.#isClosed) await this.#spool?.close();
    else this.#plan();
  }

  async #sendAll(): Promise<void> {
    await this.#sendSpool();
    while (this.#queue.length > 0) {
      const { lines, taken } = linesOf(this.#queue);
      this.#took(await this.#post.send(lines, this.#untold));
      this.#queue.splice(0, taken);
    }
    if (this.#untold > 0) this.#took(await this.#post.send([], this.#untold));
  }

  async #sendSpool(): Promise<void> {
    const spool = this.#spool;
    if (spool === undefined) return;
    const read = (): Promise<readonly string[]> => spool.next().catch(this.#spoolFailed);
    for (let lines = await read(); lines.length > 0; lines = await read()) {
      this.#took(await this.#post.send(lines, this.#untold));
      await spool.drop().catch(this.#spoolFailed);
    }
  }

  #took({ refused, reason }: Posted): void {
    this.#failures = 0;
    this.#retryAt = 0;
    this.#untold = 0;
    if (refused > 0) this.#settings.onNote({ kind: 'refused', count: refused, reason });
  }

  #failed(error: unknown): void {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.#failures, LONGEST_WAIT_MS);
    this.#retryAt = performance.now() + waitMs;
    if (this.#failures++ > 0) return;
    const isOurs = error instanceof GuardianFailure;
    const code = isOurs ? error.code : 'guardian_unreachable';
    this.#settings.onNote({ kind: 'failure', code, cause: isOurs ? error.cause : error });
  }

  /** Moves decisions to the disk as far as they fit. */
  async #keep(): Promise<void> {
    const spool = this.#spool;
    if (spool === undefined) return;
    while (this.#queue.length > 0) {
      const { lines, taken } = linesOf(this.#queue);
      const isKept = await spool.append(lines).catch(this.#spoolFailed);
      if (isKept !== true) return;
      this.#queue.splice(0, taken);
    }
  }

  readonly #spoolFailed = (error: unknown): readonly string[] => {
    const problem = (error as Error).message;
    if (problem !== this.#spoolProblem) this.#settings.onNote({ kind: 'spool', problem });
    this.#spoolProblem = problem;
    return [];
  };

  #tellLost(): void {
    if (this.#lost === 0) return;
    this.#settings.onNote({ kind: 'lost', count: this.#lost });
    this.#untold += this.#lost;
    this.#lost = 0;
  }

  /** Plans the next attempt. While the guardian is away, the timer does not keep the process alive. */
  #plan(): void {
    const isWaiting = this.#queue.length > 0 || this.#spool?.isEmpty === false;
    if (this.#awaited !== undefined) this.#wake(this.#settings.flushMs);
    else if (isWaiting || this.#lost + this.#untold > 0) {
      this.#wake(Math.max(this.#retryAt - performance.now(), this.#settings.flushMs));
      (this.#timer as { unref?: () => void } | undefined)?.unref?.(); // a number in browsers
    }
  }
}

/** The senders that have decisions in memory. */
const holding = new Set<ReportSender>();
let isExitHeard = false;

/** Lets a sender tell what it loses if the process ends before it has sent or kept its decisions. */
function tellAtExit(sender: ReportSender): void {
  holding.add(sender);
  if (isExitHeard) return;
  isExitHeard = true;
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> };
  process?.on?.('exit', () => {
    for (const each of holding) each.end();
  });
}

/** Returns the first decisions of a queue as lines, as many as one request may have. */
function linesOf(queue: readonly ReportedDecision[]): {
  readonly lines: readonly string[];
  readonly taken: number;
} {
  const lines: string[] = [];
  let bytes = 0;
  for (const decision of queue) {
    if (lines.length >= MOST_IN_A_BATCH || bytes >= MOST_BYTES) break;
    const line = JSON.stringify(decision);
    lines.push(line);
    bytes += line.length;
  }
  return { lines, taken: lines.length };
}
