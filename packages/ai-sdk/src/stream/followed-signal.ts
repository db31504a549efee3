/** A controller that aborts with the caller's signal until it is released. */
export interface FollowedSignal {
  readonly controller: AbortController;
  /** Stops following; called when the call is over. */
  readonly release: () => void;
}

/**
 * Makes a controller of the call's own, so that it can also be aborted when nobody reads any more.
 * The caller's signal does not keep it alive: a signal may outlive many calls, and a forgotten one shall be collected.
 */
export function followSignal(signal: AbortSignal | undefined): FollowedSignal {
  const controller = new AbortController();
  if (signal === undefined) return { controller, release: () => undefined };
  if (signal.aborted) controller.abort(signal.reason);
  const release = listenWeakly(signal, new WeakRef(controller));
  return { controller, release };
}

/** Has a scope of its own, since every closure of a function keeps all that any of them uses. */
function listenWeakly(signal: AbortSignal, weak: WeakRef<AbortController>): () => void {
  const abort = (): void => weak.deref()?.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}

/** Aborts a controller as long as somebody else keeps it. */
export function abortWeakly(controller: AbortController): (reason: unknown) => void {
  const weak = new WeakRef(controller);
  return (reason) => weak.deref()?.abort(reason);
}

const detached = new WeakMap<AbortSignal, AbortSignal>();

/** A signal that aborts with another and does not lead back to what listens to that one: the same for all steps of a call. */
export function detachSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined || signal.aborted) return signal;
  const known = detached.get(signal);
  if (known !== undefined) return known;
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  detached.set(signal, controller.signal);
  return controller.signal;
}
