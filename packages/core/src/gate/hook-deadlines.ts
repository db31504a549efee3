/** Something with a deadline, linked into the watchdog's list. */
export interface Watched {
  /** Epoch milliseconds; Infinity when only an abort ends it. */
  deadline: number;
  /** True when the chat it belongs to was aborted. */
  readonly aborted: boolean;
  before: Watched | undefined;
  behind: Watched | undefined;
  /** True while it is linked. */
  watched: boolean;
  expire(): void;
  abandon(): void;
}

const TICK_MS = 25;
const SHORT_MS = 1000;

let first: Watched | undefined;
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

/**
 * True on workerd, where timers belong to a request, end with it, and must not settle another's promises.
 * Its own global tells: the navigator can be switched off there.
 */
const timersBelongToRequests = 'WebSocketPair' in globalThis;

const ownTimers = new WeakMap<Watched, ReturnType<typeof setInterval>>();

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
  watched.watched = true;
  if (timersBelongToRequests) {
    now = Date.now();
    ownTimers.set(watched, setInterval(look, TICK_MS, watched));
    return;
  }
  if (timer === undefined) startTimer();
  watched.before = undefined;
  watched.behind = first;
  if (first !== undefined) first.before = watched;
  first = watched;
}

/** Stops watching; a tick that finds nothing to watch ends the timer. */
export function unwatch(watched: Watched): void {
  if (!watched.watched) return;
  watched.watched = false;
  if (timersBelongToRequests) {
    clearInterval(ownTimers.get(watched));
    return;
  }
  const { before, behind } = watched;
  if (before === undefined) first = behind;
  else before.behind = behind;
  if (behind !== undefined) behind.before = before;
  watched.before = undefined;
  watched.behind = undefined;
}

function startTimer(): void {
  now = Date.now();
  // Keeps the process alive while a hook is pending: an exit before the deny would leave the step undecided.
  timer = setInterval(tick, TICK_MS);
}

function tick(): void {
  now = Date.now();
  if (first === undefined && timer !== undefined) {
    clearInterval(timer);
    timer = undefined;
  }
  for (const watched of snapshot()) settleDue(watched);
}

/** The tick of one watched, where each has a timer of its own. */
function look(watched: Watched): void {
  now = Date.now();
  settleDue(watched);
}

function settleDue(watched: Watched): void {
  if (!watched.watched) return;
  if (watched.aborted) watched.abandon();
  else if (now >= watched.deadline) watched.expire();
}

/** What is due, taken before anything runs: what runs may watch and unwatch others. */
function snapshot(): readonly Watched[] {
  const due: Watched[] = [];
  for (let watched = first; watched !== undefined; watched = watched.behind) {
    if (watched.aborted || now >= watched.deadline) due.push(watched);
  }
  return due;
}
