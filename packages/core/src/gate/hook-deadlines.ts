import { LinkedList, type Linked } from '../linked-list.ts';

/** Something with a deadline. */
export interface Watched extends Linked {
  /** Epoch milliseconds; Infinity when only an abort ends it. */
  deadline: number;
  /** True when the chat it belongs to was aborted. */
  readonly aborted: boolean;
  /** Its own timer, where timers belong to requests. */
  timer?: ReturnType<typeof setInterval> | undefined;
  /** The late hook counts as failed. */
  expire(): void;
  /** Nobody waits any more. */
  abandon(): void;
}

const TICK_MS = 25;
const SHORT_MS = 1000;

const watching = new LinkedList<Watched>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

/**
 * True on workerd, where timers belong to a request, end with it, and must not settle another's promises.
 * Its own global tells: the navigator can be switched off there.
 */
const timersBelongToRequests = 'WebSocketPair' in globalThis;

/**
 * The deadline this many milliseconds from now. Long limits go by the clock of the last tick, because reading
 * the real one for every hook would cost more than calling the hook; short ones cannot afford its error, which
 * grows with every piece of work that keeps the tick waiting.
 */
export function deadlineAfter(milliseconds: number): number {
  return milliseconds < SHORT_MS ? Date.now() + milliseconds : now + milliseconds + TICK_MS;
}

/** Watches until `unwatch`; the deadline may move meanwhile. One timer serves the process, or each its own on workerd. */
export function watch(watched: Watched): void {
  if (watched.next !== undefined) return;
  watching.add(watched);
  // A timer keeps the process alive while a hook is pending: an exit before the deny would leave the step undecided.
  if (timersBelongToRequests) {
    now = Date.now();
    watched.timer = setInterval(tick, TICK_MS, watched);
    return;
  }
  if (timer !== undefined) return;
  now = Date.now();
  timer = setInterval(tick, TICK_MS);
}

/** Stops watching; a tick that finds nothing to watch ends the timer. */
export function unwatch(watched: Watched): void {
  if (timersBelongToRequests) clearInterval(watched.timer);
  watching.delete(watched);
}

/** Looks at all that is watched, or at the one whose own timer this is. What it settles may watch and unwatch others. */
function tick(only?: Watched): void {
  now = Date.now();
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
