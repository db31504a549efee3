import { madeOnce } from '@interpose/adapter-kit';
/** A controller that aborts when the caller's signal does, until it is released. */
export interface FollowedSignal {
  readonly controller: AbortController;
  /** Stops following the caller's signal; called when the call is over. */
  readonly release: () => void;
}

/**
 * Makes a controller for one call, so that the call can also be aborted when nobody reads any more. The caller's signal
 * may outlive many calls, so it holds the controller weakly: a forgotten call must be collectable.
 */
export function followSignal(signal: AbortSignal | undefined): FollowedSignal {
  const controller = new AbortController();
  if (signal === undefined) return { controller, release: () => undefined };
  if (signal.aborted) controller.abort(signal.reason);
  const release = listenWeakly(signal, new WeakRef(controller));
  return { controller, release };
}

/** A function of its own, because a closure keeps everything alive that any closure in its function uses. */
function listenWeakly(signal: AbortSignal, weak: WeakRef<AbortController>): () => void {
  const abort = (): void => weak.deref()?.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}

/** Returns a function that aborts the controller, without keeping it alive. */
export function abortWeakly(controller: AbortController): (reason: unknown) => void {
  const weak = new WeakRef(controller);
  return (reason) => weak.deref()?.abort(reason);
}

const detached = new WeakMap<AbortSignal, AbortSignal>();

/** Returns a signal that aborts with this one, but does not reference its listeners. All steps of a call share it. */
export function detachSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined || signal.aborted) return signal;
  return madeOnce(detached, signal, () => {
    const controller = new AbortController();
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
    return controller.signal;
  });
}
