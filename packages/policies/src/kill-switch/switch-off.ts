import { checkOptions, InterposeError, type StateStore } from '@interpose/core';

import { readSwitches, stillOff, SWITCHES_KEY, type Switches } from './switches.ts';
import { targetKey, type SwitchTarget } from './switch-target.ts';

/**
 * Options of `switchOff`.
 *
 * @example
 * const options: SwitchOffOptions = { reason: 'under attack', forMs: 600_000 };
 */
export interface SwitchOffOptions {
  /** A part of the reason of every denial; the model reads it. */
  readonly reason?: string;
  /** Milliseconds after which it is on again. Default: it stays off until `switchOn`. */
  readonly forMs?: number;
}

/**
 * Stops a target in every process whose `killSwitch` reads this store, from the next gate of the process on.
 *
 * @example
 * await switchOff(store, { tool: 'refund' }, { reason: 'refunds are being looked at' });
 * @throws InterposeError `invalid_option`, `switch_unreadable`, or what the store throws. After `store_timeout` it may still be switched later: switch it again.
 */
export async function switchOff(
  store: StateStore,
  target?: SwitchTarget,
  options?: SwitchOffOptions,
): Promise<void>;
export async function switchOff(
  store: StateStore,
  target: SwitchTarget = 'all',
  options: SwitchOffOptions = {},
  ...more: readonly unknown[]
): Promise<void> {
  const key = targetKey(target);
  checkOptions('switchOff', options, { reason: 'string', forMs: 'count' }, more);
  const { reason, forMs } = options;
  if (forMs === 0)
    throw new InterposeError('invalid_option', 'forMs is 0', 'pass milliseconds above 0');
  const isTimed = forMs !== undefined && forMs !== Infinity;
  await change(store, (switches, now) => ({
    ...switches,
    [key]: {
      ...(reason === undefined ? {} : { reason }),
      ...(isTimed ? { until: now + forMs } : {}),
    },
  }));
}

/**
 * Removes the switch of exactly this target. Steps that other targets stop stay stopped.
 *
 * @example
 * await switchOn(store, { tool: 'refund' });
 * @throws InterposeError `invalid_option`, `switch_unreadable`, or what the store throws.
 */
export async function switchOn(store: StateStore, target: SwitchTarget = 'all'): Promise<void> {
  const key = targetKey(target);
  await change(store, (switches) =>
    Object.fromEntries(Object.entries(switches).filter(([other]) => other !== key)),
  );
}

async function change(
  store: StateStore,
  by: (switches: Switches, now: number) => Switches,
): Promise<void> {
  if (typeof store?.update !== 'function')
    throw new InterposeError('invalid_option', 'no store comes first', 'pass that of killSwitch');
  await store.update(SWITCHES_KEY, (stored, now = Date.now()) =>
    stillOff(by(readable(stored), now), now),
  );
}

function readable(stored: unknown): Switches {
  const switches = readSwitches(stored);
  if (switches !== undefined) return switches;
  throw new InterposeError(
    'switch_unreadable',
    'the store holds something else where switches are kept, so everything is denied',
    `look at the key ${SWITCHES_KEY} of the store and remove it`,
  );
}
