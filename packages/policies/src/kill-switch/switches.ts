/** One target that is switched off. */
export interface Switched {
  readonly reason?: string;
  /** The time, in epoch milliseconds, at which the target is on again. */
  readonly until?: number;
}

/** All targets that are switched off, by key. It stays small, because every gate reads it. */
export type Switches = Readonly<Record<string, Switched>>;

/** The key in the store. */
export const SWITCHES_KEY = 'kill-switch:off';

/** Reads the stored switches; undefined when `switchOff` did not write them. */
export function readSwitches(stored: unknown): Switches | undefined {
  if (stored === undefined) return {};
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined;
  return Object.values(stored).every(isSwitched) ? (stored as Switches) : undefined;
}

/** Returns the first of these targets that is off. */
export function switchedOff(switches: Switches, targets: readonly string[]): Switched | undefined {
  const target = targets.find((each) => Object.hasOwn(switches, each));
  return target === undefined ? undefined : switches[target];
}

/** Returns the switches without those whose time is over; undefined if none is left. */
export function stillOff(switches: Switches, now: number): Switches | undefined {
  const left = Object.entries(switches).filter(([, switched]) => isOff(switched, now));
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** Whether the time of one of these switches is over. */
export function endsBy(switches: Switches | undefined, now: number): boolean {
  return Object.values(switches ?? {}).some((switched) => !isOff(switched, now));
}

/** Whether the switch is off at this time. */
function isOff({ until }: Switched, now: number): boolean {
  return until === undefined || until > now;
}

function isSwitched(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { reason, until } = value as Readonly<Record<string, unknown>>;
  return (
    (reason === undefined || typeof reason === 'string') &&
    (until === undefined || typeof until === 'number')
  );
}
