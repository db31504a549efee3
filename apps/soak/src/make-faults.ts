import type { FaultyStore } from './faulty-stores.ts';

const FAULTS = ['hang', 'refuse', 'cut'] as const;
/** The time in milliseconds without faults; most of the time nothing fails. */
const WELL_MS = 1500;
const FAULT_MS = 300;

/** Makes the stores fail, one after the other, until it is stopped; counts the faults by kind. */
export function makeFaults(stores: readonly FaultyStore[]): {
  readonly counts: Readonly<Record<string, number>>;
  readonly stop: () => void;
} {
  const counts: Record<string, number> = {};
  const proxied = stores.filter(({ proxy }) => proxy !== undefined);
  let turn = 0;
  let timer: ReturnType<typeof setTimeout>;
  const well = (): void => {
    for (const { proxy } of proxied) proxy!.mode = 'pass';
    timer = setTimeout(fail, WELL_MS);
  };
  const fail = (): void => {
    const store = proxied[turn % Math.max(1, proxied.length)];
    const fault = FAULTS[Math.floor(turn / Math.max(1, proxied.length)) % FAULTS.length]!;
    turn += 1;
    if (store !== undefined) {
      const name = `${store.kind} ${fault}`;
      counts[name] = (counts[name] ?? 0) + 1;
      if (fault === 'cut') store.proxy!.cut();
      else store.proxy!.mode = fault;
    }
    timer = setTimeout(well, FAULT_MS);
  };
  well();
  return {
    counts,
    stop: () => (clearTimeout(timer), proxied.forEach(({ proxy }) => (proxy!.mode = 'pass'))),
  };
}
