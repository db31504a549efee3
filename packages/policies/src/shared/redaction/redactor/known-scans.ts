import type { Message } from '@interpose/core';

import { freezeThrough, isFrozenThrough } from '../../values/frozen-through.ts';
import { mapMessage } from '../values/map-message.ts';
import type { Change, Scalar } from '../values/scalar.ts';
import { joinScans, wantedOf, type Scan } from './scan.ts';
import { tokenOf, type Vault } from './vault.ts';

interface KnownScan {
  readonly scan: Scan;
  /** What the message became last, and which token stood for which value then. */
  hidden?: { readonly message: Message; readonly tokens: readonly (readonly [Scalar, unknown])[] };
}

/** What was found in messages that cannot change any more, so that a history is searched once however often it is sent. */
export class KnownScans {
  readonly #known = new WeakMap<Message, KnownScan>();
  readonly #search: (message: Message) => Scan;

  constructor(search: (message: Message) => Scan) {
    this.#search = search;
  }

  /** What was found in these messages. */
  of(messages: readonly Message[]): Scan {
    return joinScans(messages.map((message) => this.#scanOf(message)));
  }

  /** The message with what was found hidden: as it became before, while the same tokens stand for the same values. */
  hide(message: Message, found: Scan, vault: Vault, change: Change): Message {
    const known = this.#known.get(message);
    if (known === undefined || found.isNamed) return mapMessage(message, change);
    if (known.scan.spans.size === 0) return message;
    const { hidden } = known;
    if (hidden?.tokens.every(([value, token]) => tokenOf(vault, value) === token) === true)
      return hidden.message;
    const became = freezeThrough(mapMessage(message, change));
    const values = wantedOf(known.scan).map(({ value }) => value);
    const tokens = values.map((value) => [value, tokenOf(vault, value)] as const);
    known.hidden = { message: became, tokens };
    return became;
  }

  #scanOf(message: Message): Scan {
    const known = this.#known.get(message);
    if (known !== undefined) return known.scan;
    const scan = this.#search(message);
    if (isFrozenThrough(message)) this.#known.set(message, { scan });
    return scan;
  }
}
