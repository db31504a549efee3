import type { MaybePromise, SessionView } from '@interpose/core';

import { andThen } from '../../values/and-then.ts';
import { settleEarly } from './early-tokens.ts';
import type { Keeping, RedactorOptions } from './redactor-options.ts';
import { wantedOf, type Scan } from './scan.ts';
import { addToVault, EMPTY_VAULT, type Vault } from './vault.ts';

type VaultOptions = Pick<RedactorOptions, 'key' | 'maxValues'>;

/** Returns the vault of a session; one without values if it has none. */
export function readVault(session: SessionView, { key }: VaultOptions): MaybePromise<Vault> {
  return andThen(session.state.get<Vault>(key), (vault) => vault ?? EMPTY_VAULT);
}

/** Gives each value of a scan a token in the vault of a session, and returns the vault. */
export function keepInVault(
  session: SessionView,
  { key, maxValues: limit }: VaultOptions,
  found: Scan,
  { hidden = false, early = false, before }: Keeping,
): MaybePromise<Vault> {
  const { tokens: literals } = found;
  const additions = { wanted: wantedOf(found), literals, hidden, early, limit };
  return session.state.update<Vault>(key, (vault = EMPTY_VAULT) =>
    addToVault(before ? settleEarly(vault, before, literals) : vault, additions),
  );
}

/** Removes all real values of a session. */
export function emptyVault(session: SessionView, { key }: VaultOptions): MaybePromise<void> {
  return session.state.set(key, undefined);
}
