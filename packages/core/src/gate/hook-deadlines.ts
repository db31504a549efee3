import { LinkedList, type Linked } from '../linked-list.ts';

/** An object with a deadline. */
export interface Watched extends Linked {
  /** By the clock of `performance.now`, which nobody sets; Infinity if only an abort ends it. */
  deadline: number;
  /** Whether its chat was aborted. */
  readonly aborted: boolean;
  /** Its own timer, on runtimes where timers belong to requests. */
  timer?: ReturnType<typeof setInterval> | undefined;
  /** Makes the late hook count as failed. */
  expire(): void;
  /** Ends the wait, because nothing needs the answer any more. */
  abandon(): void;
}

const TICK_MS = 25;
const SHORT_MS = 1000;

const watching = new LinkedList<Watched>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

/**
 * True on workerd. Timers there belong to a request, end with it, and must not settle promises of another request. The
 * check uses a global of workerd, because the navigator can be switched off there.
 */
const timersBelongToRequests = 'WebSocketPair' in globalThis;

/**
 * Returns the deadline for this many milliseconds. Long limits use the clock of the last tick, because reading the real
 * clock for every hook would cost more than calling the hook. Short limits read it, because the tick's error is too
 * large for them: it grows with all work that delays the tick.
 */
export function deadlineAfter(milliseconds: number): number {
  return milliseconds < SHORT_MS ? performance.now() + milliseconds : now + milliseconds + TICK_MS;
}

/** Watches until `unwatch`; the deadline may change. One timer serves the process; on workerd each has its own. */
export function watch(watched: Watched): void {
  if (watched.next !== undefined) return;
  watching.add(watched);
  // The timer keeps the process alive while a hook is pending. Without it, the process could end before the deny.
  if (timersBelongToRequests) {
    now = performance.now();
    watched.timer = setInterval(tick, TICK_MS, watched);
    return;
  }
  if (timer !== undefined) return;
  now = performance.now();
  timer = setInterval(tick, TICK_MS);
}

/** Stops watching. The next tick with nothing to watch ends the timer. */
export function unwatch(watched: Watched): void {
  if (timersBelongToRequests) clearInterval(watched.timer);
  watching.delete(watched);
}

/** Checks all watched objects, or the one with this timer. Settling one may start or stop the watch of others. */
function tick(only?: Watched): void {
  now = performance.now();
  if (watching.isEmpty) {
    clearInterval(timer);
    timer = undefined;
  }
  for (const watched of only === undefined ? watching.toArray() : [only]) {
    if (watched.next === undefined) continue;
    if (watched.aborted) watched.abandon();
    else if (now >= watched.deadline) watched.expire();
  }
}
