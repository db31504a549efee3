import type { Message } from '@interpose/core';

import { freezeThrough, isFrozenThrough } from '../../values/frozen-through.ts';
import { sharedStart } from '../../values/shared-start.ts';
import { mapMessage } from '../values/map-message.ts';
import type { Change, Scalar } from '../values/scalar.ts';
import {
  addScan,
  joinScans,
  NOTHING_FOUND,
  wantedOf,
  type GrowingScan,
  type Scan,
} from './scan.ts';
import { tokenOf, type Vault } from './vault.ts';

interface KnownScan {
  readonly scan: Scan;
  /** The last redacted message, and the token for each value and token in it. */
  hidden?: { readonly message: Message; readonly tokens: readonly (readonly [Scalar, unknown])[] };
}

/** The immutable messages at the start of a conversation, and all values found in them. */
interface KnownStart {
  readonly known: Message[];
  readonly found: GrowingScan;
}

/** Remembers the values found in immutable messages, so that a history is searched only once. */
export class KnownScans {
  readonly #known = new WeakMap<Message, KnownScan>();
  /** The known starts by their first message, so that only the new messages of a conversation are read. */
  readonly #starts = new WeakMap<Message, KnownStart>();
  readonly #search: (message: Message) => Scan;

  constructor(search: (message: Message) => Scan) {
    this.#search = search;
  }

  /** Returns the values in the messages that are read. `isRead` must always say the same about a message. */
  of(messages: readonly Message[], isRead: (message: Message) => boolean): Scan {
    const start = this.#startOf(messages);
    const { known, found } = start;
    const open: Scan[] = [];
    for (let place = known.length; place < messages.length; place += 1) {
      const message = messages[place]!;
      const scan = isRead(message) ? this.#scanOf(message) : NOTHING_FOUND;
      const isFixed = this.#known.has(message) || (!isRead(message) && isFrozenThrough(message));
      if (isFixed && open.length === 0) {
        known.push(message);
        addScan(found, scan);
      } else open.push(scan);
    }
    if (known.length > 0) this.#starts.set(known[0]!, start);
    return open.length === 0 ? found : joinScans([found, ...open]);
  }

  /** Returns the redacted message: the earlier one, as long as the same tokens stand for the same values. */
  hide(message: Message, found: Scan, vault: Vault, change: Change): Message {
    const known = this.#known.get(message);
    if (known === undefined || found.isNamed) return mapMessage(message, change);
    const { hidden, scan } = known;
    const isRenamed = (token: string): boolean => tokenOf(vault, token) !== undefined;
    if (scan.spans.size === 0 && !scan.tokens.some(isRenamed)) return message;
    if (hidden?.tokens.every(([value, token]) => tokenOf(vault, value) === token) === true)
      return hidden.message;
    const became = freezeThrough(mapMessage(message, change));
    const values = wantedOf(scan).map(({ value }) => value);
    const tokens = [...values, ...scan.tokens].map(
      (value) => [value, tokenOf(vault, value)] as const,
    );
    known.hidden = { message: became, tokens };
    return became;
  }

  /** Returns the tokens in an immutable message that was searched before. */
  tokensOf(message: Message): readonly string[] | undefined {
    return this.#known.get(message)?.scan.tokens;
  }

  #startOf(messages: readonly Message[]): KnownStart {
    const start = this.#starts.get(messages[0]!);
    const isSame = start !== undefined && sharedStart(start.known, messages) === start.known.length;
    return isSame ? start : { known: [], found: joinScans([]) };
  }

  #scanOf(message: Message): Scan {
    const known = this.#known.get(message);
    if (known !== undefined) return known.scan;
    const scan = this.#search(message);
    if (isFrozenThrough(message)) this.#known.set(message, { scan });
    return scan;
  }
}
