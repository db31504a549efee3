import type { Disposer } from '../contract/hooks/hook.ts';

/** Makes a disposer that runs its work once, by call or by `using`. */
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

/** The same disposer, called too once the signal aborts, or at once where it has. */
export function bindSignal(dispose: Disposer, signal: AbortSignal | undefined): Disposer {
  if (signal?.aborted === true) dispose();
  signal?.addEventListener('abort', dispose, { once: true });
  return dispose;
}
