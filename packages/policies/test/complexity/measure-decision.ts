/** What a decision took of this thread, in milliseconds. */
export interface Measured {
  readonly total: number;
  /** The longest stretch in which nothing else had a turn. */
  readonly stretch: number;
}

/** Makes a decision and measures the work of this thread, whatever else the machine does. */
async function measure(prepare: () => () => Promise<unknown>): Promise<Measured> {
  const decide = prepare();
  const started = worked();
  let last = started;
  let stretch = 0;
  const note = (): void => {
    const now = worked();
    stretch = Math.max(stretch, now - last);
    last = now;
  };
  let turn = setImmediate(function again() {
    note();
    turn = setImmediate(again);
  });
  try {
    await decide();
  } finally {
    clearImmediate(turn);
  }
  note();
  return { total: last - started, stretch };
}

/** The least of several goes, each prepared anew: what a compiler or a collector took once does not count. */
export async function leastOf(
  goes: number,
  isEnough: (measured: Measured) => boolean,
  prepare: () => () => Promise<unknown>,
): Promise<Measured> {
  let least: Measured = { total: Infinity, stretch: Infinity };
  for (let go = 0; go < goes && !isEnough(least); go += 1) {
    const { total, stretch } = await measure(prepare);
    least = { total: Math.min(least.total, total), stretch: Math.min(least.stretch, stretch) };
  }
  return least;
}

/** What this thread has worked, in milliseconds. */
export function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
