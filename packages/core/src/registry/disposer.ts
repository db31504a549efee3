import type { Disposer } from '../contract/hooks/hook.ts';

/** Makes a disposer that does its work once, by a call or by `using`. */
export function disposer(dispose: () => void, ready?: Promise<void>): Disposer {
  let disposed = false;
  const once = (): void => {
    if (disposed) return;
    disposed = true;
    dispose();
  };
  return Object.assign(
    once,
    { [Symbol.dispose]: once },
    ready === undefined ? undefined : { ready },
  );
}

/** Calls the disposer when the signal aborts, or at once if it has; returns the disposer. */
export function bindSignal(dispose: Disposer, signal: AbortSignal | undefined): Disposer {
  if (signal?.aborted === true) dispose();
  signal?.addEventListener('abort', dispose, { once: true });
  return dispose;
}
