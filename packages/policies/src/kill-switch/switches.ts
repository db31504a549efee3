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

/** Returns the first of these targets that is off now. */
export function switchedOff(
  switches: Switches,
  targets: readonly string[],
  now: number,
): Switched | undefined {
  for (const target of targets) {
    const switched = Object.hasOwn(switches, target) ? switches[target] : undefined;
    if (switched !== undefined && isOff(switched, now)) return switched;
  }
  return undefined;
}

/** Whether the switch is off at this time. */
export function isOff({ until }: Switched, now: number): boolean {
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
