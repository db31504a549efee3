/**
 * Nobody will answer: the worker that was asked is gone.
 *
 * @example
 * const retried = (error: unknown): boolean => error instanceof WorkerGone && error.wasWaiting;
 */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone';
  /** True where the question waited for the main thread, so that it did not end the worker. */
  readonly wasWaiting: boolean;

  constructor(reason: string, wasWaiting: boolean) {
    super(reason);
    this.wasWaiting = wasWaiting;
  }
}
