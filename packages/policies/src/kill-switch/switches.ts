/** One target that is switched off. */
export interface Switched {
  readonly reason?: string;
  /** Epoch milliseconds after which it is on again. */
  readonly until?: number;
}

/** What is switched off, by target; small, since every gate reads it. */
export type Switches = Readonly<Record<string, Switched>>;

/** Where a store keeps what is switched off. */
export const SWITCHES_KEY = 'kill-switch:off';

/** What a store holds; undefined when it is not what `switchOff` writes. */
export function readSwitches(stored: unknown): Switches | undefined {
  if (stored === undefined) return {};
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined;
  return Object.values(stored).every(isSwitched) ? (stored as Switches) : undefined;
}

/** The first of these targets that is off now. */
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

/** False once its time is over. */
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
