import type { MaybePromise, ModelRequest, SessionView } from '@interpose/core';

import { andThen } from '../../values/and-then.ts';
import { mapEach, mapMessage, withTexts } from '../values/map-message.ts';
import { mapScalars } from '../values/map-scalars.ts';
import type { Mapper } from '../values/mapper.ts';
import type { Change, Scalar } from '../values/scalar.ts';
import { pendingFrom } from './pending-from.ts';
import type { Presentation, RedactorOptions, RequestReading } from './redactor-options.ts';
import { replaceSpans } from './replace-spans.ts';
import { KnownScans } from './known-scans.ts';
import { joinScans, NOTHING_FOUND, scan, wantedOf, type Scan } from './scan.ts';
import { findTokens } from './token.ts';
import { addToVault, EMPTY_VAULT, isHidden, tokenOf, valueOf, type Vault } from './vault.ts';

/** Replaces values by tokens and tokens by values, for one session at a time. */
export class Redactor {
  readonly #options: RedactorOptions;
  readonly #types: ReadonlySet<string>;
  readonly #known = new KnownScans((message) => this.#scan(message, mapMessage));

  constructor(options: RedactorOptions) {
    this.#options = options;
    this.#types = new Set(options.detectors.flatMap(({ types }) => types));
  }

  /** Returns the value as the model may read it; the same value if there is nothing to hide. */
  hide<T>(session: SessionView, value: T, map: Mapper<T>): MaybePromise<T> {
    const found = this.#scan(value, map);
    return this.#hideFound(session, value, found, (vault) =>
      map(value, this.#hiding(found, vault)),
    );
  }

  /** Does the same for a request, and searches only its new messages. */
  hideRequest(
    session: SessionView,
    request: ModelRequest,
    { isRead, readsInstructions }: RequestReading,
  ): MaybePromise<ModelRequest> {
    const asked = readsInstructions
      ? this.#scan<unknown>(request.instructions, mapScalars)
      : NOTHING_FOUND;
    const said = this.#known.of(request.messages, isRead);
    const found = asked.spans.size + asked.tokens.length === 0 ? said : joinScans([asked, said]);
    return this.#hideFound(session, request, found, (vault) => {
      const change = this.#hiding(found, vault);
      const mapped = mapEach(request.messages, (message) =>
        isRead(message) ? this.#known.hide(message, found, vault, change) : message,
      );
      return withTexts(request, mapped, readsInstructions ? change : undefined);
    });
  }

  #hideFound<T>(
    session: SessionView,
    value: T,
    found: Scan,
    hide: (vault: Vault) => T,
  ): MaybePromise<T> {
    const { spans, tokens } = found;
    if (spans.size === 0 && (tokens.length === 0 || !this.#options.reversible)) return value;
    if (!this.#options.reversible) return hide(EMPTY_VAULT);
    return andThen(this.#keep(session, found, false), (vault) =>
      spans.size === 0 ? value : hide(vault),
    );
  }

  /** Returns the value without real values and without tokens, for data that outlives the session. */
  forget<T>(session: SessionView, value: T, map: Mapper<T>): MaybePromise<T> {
    const found = this.#scan(value, map);
    const placed = found.spans.size === 0 ? value : map(value, this.#hiding(found, EMPTY_VAULT));
    if (found.tokens.length === 0) return placed;
    return andThen(this.#read(session), (vault) =>
      map(placed, (scalar) =>
        this.#replaceTokens(scalar, ({ type }, token) =>
          this.#options.placeholder(type, String(valueOf(vault, token) ?? token)),
        ),
      ),
    );
  }

  /** Returns the value with placeholders for all values found in it, and the placeholders used. */
  place<T>(value: T): { readonly shown: T; readonly placeholders: readonly string[] } {
    const map = mapScalars as Mapper<T>;
    const found = this.#scan(value, map);
    if (found.spans.size === 0) return { shown: value, placeholders: [] };
    const placeholders = [...found.spans].flatMap(([scalar, spans]) =>
      spans.map(({ type, start, end }) =>
        this.#options.placeholder(type, String(scalar).slice(start, end)),
      ),
    );
    return { shown: map(value, this.#hiding(found, EMPTY_VAULT)), placeholders };
  }

  /** Returns the value with every token of this session replaced by its real value. */
  reveal<T>(session: SessionView, value: T, map: Mapper<T>): MaybePromise<T> {
    if (!this.#options.reversible || !this.#holdsToken(value, map)) return value;
    return andThen(this.#read(session), (vault) =>
      map(value, (scalar) => this.#reveal(scalar, vault, () => true)),
    );
  }

  /**
   * Returns the text of the model as its reader may see it: values that the model itself wrote are hidden, and tokens
   * for values from the reader's side become real values.
   */
  present<T>(
    session: SessionView,
    value: T,
    map: Mapper<T>,
    { redact, restore, left = '' }: Presentation,
  ): MaybePromise<T> {
    const { reversible } = this.#options;
    const found: Scan = redact ? this.#scan(value, map, left) : NOTHING_FOUND;
    const finds = found.spans.size > 0;
    if (!reversible) return finds ? map(value, this.#hiding(found, EMPTY_VAULT)) : value;
    if (!finds && !(restore && this.#holdsToken(value, map))) return value;
    const written: Scan = { ...found, tokens: [] };
    return andThen(finds ? this.#keep(session, written, true) : this.#read(session), (vault) => {
      const shows = (token: string): boolean => restore && !isHidden(vault, token);
      const hide = this.#hiding(found, vault, shows);
      return map(value, (scalar) => this.#reveal(hide(scalar), vault, shows));
    });
  }

  /** Returns, in a growing text, the index of a value that more text may complete. */
  pendingFrom(text: string): number {
    return pendingFrom(text, this.#options.detectors);
  }

  /** Removes all real values of an ended session. */
  emptyVault(session: SessionView): MaybePromise<void> {
    return session.state.set(this.#options.key, undefined);
  }

  #scan<T>(value: T, map: Mapper<T>, left: string = ''): Scan {
    return scan(value, map, { detectors: this.#options.detectors, types: this.#types, left });
  }

  #hiding({ spans }: Scan, vault: Vault, stays: (token: string) => boolean = () => false): Change {
    return (scalar) => {
      const found = spans.get(scalar);
      if (found === undefined) return scalar;
      return replaceSpans(String(scalar), found, ({ type }, text) => {
        const token = tokenOf(vault, typeof scalar === 'number' ? scalar : text);
        if (token === undefined) return this.#options.placeholder(type, text);
        return stays(token) ? undefined : token;
      });
    };
  }

  #reveal(scalar: Scalar, vault: Vault, may: (token: string) => boolean): Scalar {
    const whole = typeof scalar === 'string' && may(scalar) ? valueOf(vault, scalar) : undefined;
    if (whole !== undefined) return whole;
    return this.#replaceTokens(scalar, (_, token) => {
      const value = may(token) ? valueOf(vault, token) : undefined;
      return value === undefined ? undefined : String(value);
    });
  }

  #replaceTokens(
    scalar: Scalar,
    replacement: (found: { readonly type: string }, token: string) => string | undefined,
  ): Scalar {
    if (typeof scalar === 'number') return scalar;
    const tokens = findTokens(scalar).filter(({ type }) => this.#types.has(type));
    return tokens.length === 0 ? scalar : replaceSpans(scalar, tokens, replacement);
  }

  #holdsToken<T>(value: T, map: Mapper<T>): boolean {
    const withoutDetectors = { detectors: [], types: this.#types };
    return scan(value, map, withoutDetectors).tokens.length > 0;
  }

  #read(session: SessionView): MaybePromise<Vault> {
    return andThen(session.state.get<Vault>(this.#options.key), (vault) => vault ?? EMPTY_VAULT);
  }

  #keep(session: SessionView, found: Scan, hidden: boolean): MaybePromise<Vault> {
    const limit = this.#options.maxValues;
    const additions = { wanted: wantedOf(found), literals: found.tokens, hidden, limit };
    return session.state.update<Vault>(this.#options.key, (vault = EMPTY_VAULT) =>
      addToVault(vault, additions),
    );
  }
}
