import type { MaybePromise, SessionView } from '@interpose/core';

import { andThen } from '../../values/and-then.ts';
import { settleEarly } from './early-tokens.ts';
import type { Keeping, RedactorOptions } from './redactor-options.ts';
import { wantedOf, type Scan } from './scan.ts';
import { addToVault, EMPTY_VAULT, type Vault } from './vault.ts';

/** Reads and writes the vault in the state of a session. */
export class SessionVault {
  readonly #key: string;
  readonly #limit: number;

  constructor({ key, maxValues }: Pick<RedactorOptions, 'key' | 'maxValues'>) {
    this.#key = key;
    this.#limit = maxValues;
  }

  /** Returns the vault; one without values if the session has none. */
  read(session: SessionView): MaybePromise<Vault> {
    return andThen(session.state.get<Vault>(this.#key), (vault) => vault ?? EMPTY_VAULT);
  }

  /** Gives each value of a scan a token and returns the vault with them. */
  keep(session: SessionView, found: Scan, how: Keeping): MaybePromise<Vault> {
    const { hidden = false, early = false, before } = how;
    const { tokens } = found;
    const additions = { hidden, early, wanted: wantedOf(found), literals: tokens };
    return session.state.update<Vault>(this.#key, (vault = EMPTY_VAULT) =>
      addToVault(before ? settleEarly(vault, before, tokens) : vault, {
        ...additions,
        limit: this.#limit,
      }),
    );
  }

  /** Removes all real values. */
  empty(session: SessionView): MaybePromise<void> {
    return session.state.set(this.#key, undefined);
  }
}
