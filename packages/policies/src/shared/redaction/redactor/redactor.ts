import type { MaybePromise, ModelRequest, SessionView } from '@interpose/core';

import { andThen } from '../../values/and-then.ts';
import { mapEach, mapMessage, withTexts } from '../values/map-message.ts';
import { mapScalars } from '../values/map-scalars.ts';
import type { Mapper } from '../values/mapper.ts';
import type { Change, Scalar } from '../values/scalar.ts';
import { isSaidBefore, withAliases } from './early-tokens.ts';
import { pendingFrom } from './pending-from.ts';
import type { Keeping, Presentation, RedactorOptions, RequestReading } from './redactor-options.ts';
import { hideJoined } from '../runs/hide-joined.ts';
import { replaceSpans } from './replace-spans.ts';
import { KnownScans } from './known-scans.ts';
import { joinScans, NOTHING_FOUND, scan, type Scan } from './scan.ts';
import { emptyVault, keepInVault, readVault } from './session-vault.ts';
import { findTokens } from './token.ts';
import { EMPTY_VAULT, isHidden, tokenOf, valueOf, type Vault } from './vault.ts';

/** Replaces values by tokens and tokens by values, for one session at a time. */
export class Redactor {
  readonly #options: RedactorOptions;
  readonly #types: ReadonlySet<string>;
  readonly #known = new KnownScans((message) => this.#scan(message, mapMessage));

  constructor(options: RedactorOptions) {
    this.#options = options;
    this.#types = new Set(options.detectors.flatMap(({ types }) => types));
  }

  /**
   * Returns the value as the model may read it; the same value if there is nothing to hide. `early` says that it is a
   * message whose conversation a request will show.
   */
  hide<T>(session: SessionView, value: T, map: Mapper<T>, early = false): MaybePromise<T> {
    const found = this.#scan(value, map);
    return andThen(this.#vaultFor(session, found, { early }), (vault) =>
      vault === undefined ? value : map(value, this.#hiding(found, vault)),
    );
  }

  /** Does the same for a request, and searches only its new messages. */
  hideRequest(
    session: SessionView,
    request: ModelRequest,
    reading: RequestReading,
  ): MaybePromise<ModelRequest> {
    const { isRead, readsInstructions } = reading;
    const asked = readsInstructions
      ? this.#scan<unknown>(request.instructions, mapScalars)
      : NOTHING_FOUND;
    const said = this.#known.of(request.messages, isRead);
    const found = asked.spans.size + asked.tokens.length === 0 ? said : joinScans([asked, said]);
    const before = (): readonly string[] =>
      request.messages
        .filter(isSaidBefore)
        .flatMap((message) => this.#known.tokensOf(message) ?? this.#tokensIn(message, mapMessage));
    return andThen(this.#vaultFor(session, found, { before }), (vault) => {
      if (vault === undefined) return request;
      const change = this.#hiding(found, vault);
      const changeOfPeople = withAliases(change, vault);
      const mapped = mapEach(request.messages, (message) =>
        isRead(message)
          ? this.#known.hide(message, found, vault, isSaidBefore(message) ? change : changeOfPeople)
          : message,
      );
      return withTexts(request, mapped, readsInstructions ? changeOfPeople : undefined);
    });
  }

  /** Returns the value without real values and without tokens, for data that outlives the session. */
  forget<T>(session: SessionView, value: T, map: Mapper<T>): MaybePromise<T> {
    const found = this.#scan(value, map);
    const placed = found.spans.size === 0 ? value : map(value, this.#hiding(found, EMPTY_VAULT));
    if (found.tokens.length === 0) return placed;
    return andThen(readVault(session, this.#options), (vault) =>
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
    if (!this.#options.reversible || this.#tokensIn(value, map).length === 0) return value;
    return andThen(readVault(session, this.#options), (vault) =>
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
    if (!finds && !(restore && this.#tokensIn(value, map).length > 0)) return value;
    const written: Scan = { ...found, tokens: [] };
    const reading = finds
      ? keepInVault(session, this.#options, written, { hidden: true })
      : readVault(session, this.#options);
    return andThen(reading, (vault) => {
      const shows = (token: string): boolean => restore && !isHidden(vault, token);
      const hide = this.#hiding(found, vault, shows);
      return map(value, (scalar, name, place) =>
        this.#reveal(hide(scalar, name, place), vault, shows),
      );
    });
  }

  /** Returns, in a growing text, the index of a value that more text may complete. */
  pendingFrom(text: string): number {
    return pendingFrom(text, this.#options.detectors);
  }

  /** Removes all real values of an ended session. */
  emptyVault(session: SessionView): MaybePromise<void> {
    return emptyVault(session, this.#options);
  }

  /** Returns the vault whose tokens hide what was found; undefined if there is nothing to hide. */
  #vaultFor(session: SessionView, found: Scan, how: Keeping): MaybePromise<Vault | undefined> {
    const { reversible } = this.#options;
    const isClean = found.spans.size === 0;
    if (isClean && (found.tokens.length === 0 || !reversible)) return undefined;
    if (!reversible) return EMPTY_VAULT;
    return andThen(keepInVault(session, this.#options, found, how), (vault) =>
      isClean && vault.aliases === undefined ? undefined : vault,
    );
  }

  #scan<T>(value: T, map: Mapper<T>, left: string = ''): Scan {
    return scan(value, map, { detectors: this.#options.detectors, types: this.#types, left });
  }

  #hiding({ spans }: Scan, vault: Vault, stays: (token: string) => boolean = () => false): Change {
    const shown = (type: string, text: string, value: Scalar): string | undefined => {
      const token = tokenOf(vault, value);
      if (token === undefined) return this.#options.placeholder(type, text);
      return stays(token) ? undefined : token;
    };
    return (scalar, _, place) => {
      const joined = place === undefined ? undefined : spans.get(place.text);
      if (joined !== undefined) return hideJoined(String(scalar), place!, spans, shown);
      const found = spans.get(scalar);
      if (found === undefined) return scalar;
      return replaceSpans(String(scalar), found, ({ type }, text) =>
        shown(type, text, typeof scalar === 'number' ? scalar : text),
      );
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

  #tokensIn<T>(value: T, map: Mapper<T>): readonly string[] {
    return scan(value, map, { detectors: [], types: this.#types }).tokens;
  }
}
