import type { Scalar } from '../values/scalar.ts';
import { HIGHEST_NUMBER, writeToken } from './token.ts';

/** The tokens and values of one session: small JSON, never changed in place. */
export interface Vault {
  readonly values: Readonly<Record<string, Scalar>>;
  /** The highest number in use, by type. */
  readonly counts: Readonly<Record<string, number>>;
  /** Tokens of values that the model itself wrote; the reader of the answer has not shown them. */
  readonly hidden: readonly string[];
  /** Texts that look like tokens but are not; these tokens are never used. */
  readonly literals: readonly string[];
  /** Tokens of new messages that no request has shown yet: the conversation may use them for other values. */
  readonly early?: readonly string[];
  /** The tokens that took the place of such tokens. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** A value that needs a token. */
export interface Wanted {
  readonly type: string;
  readonly value: Scalar;
}

/** The additions to a vault. */
export interface Additions {
  readonly wanted: readonly Wanted[];
  readonly literals: readonly string[];
  /** True if the model itself wrote the values. */
  readonly hidden: boolean;
  /** True if they are in a message alone, without the conversation before it. */
  readonly early?: boolean;
  /** The most values to keep. */
  readonly limit: number;
}

interface Index {
  readonly tokens: ReadonlyMap<Scalar, string>;
  readonly hidden: ReadonlySet<string>;
}

/** A vault without values. */
export const EMPTY_VAULT: Vault = { values: {}, counts: {}, hidden: [], literals: [] };

const indexes = new WeakMap<Vault, Index>();

/**
 * Returns the token of a value, or the one that took the place of this token; undefined if the vault has none.
 *
 * @example
 * tokenOf(vault, 'ann@mail.example'); // '<EMAIL_ADDRESS_1>'
 */
export function tokenOf(vault: Vault, value: Scalar): string | undefined {
  return indexOf(vault).tokens.get(value);
}

/**
 * Returns the value of a token; undefined if this vault never used the token.
 *
 * @example
 * valueOf(vault, '<EMAIL_ADDRESS_1>'); // 'ann@mail.example'
 */
export function valueOf(vault: Vault, token: string): Scalar | undefined {
  return Object.hasOwn(vault.values, token) ? vault.values[token] : undefined;
}

/**
 * Whether the model wrote the value of a token, and nobody else.
 *
 * @example
 * isHidden(vault, '<EMAIL_ADDRESS_2>'); // true
 */
export function isHidden(vault: Vault, token: string): boolean {
  return indexOf(vault).hidden.has(token);
}

/**
 * Returns the vault with tokens for these values; the same vault if it has them all. A full vault takes no more.
 *
 * @example
 * addToVault(EMPTY_VAULT, { wanted: [{ type: 'EMAIL_ADDRESS', value: 'ann@mail.example' }], literals: [], hidden: false, limit: 1000 });
 */
export function addToVault(vault: Vault, additions: Additions): Vault {
  const literals = withLiterals(vault, additions);
  const values: Record<string, Scalar> = { ...vault.values };
  const counts: Record<string, number> = { ...vault.counts };
  const hidden = new Set(vault.hidden);
  const early = new Set(vault.early);
  const added = new Map<Scalar, string>();
  const avoided = new Set(literals);
  let size = Object.keys(values).length;
  let changed = literals !== vault.literals;
  for (const { type, value } of additions.wanted) {
    const known = tokenOf(vault, value) ?? added.get(value);
    if (known !== undefined) {
      if (!additions.hidden && hidden.delete(known)) changed = true;
      if (!additions.early && early.delete(known)) changed = true;
      continue;
    }
    const token = size < additions.limit ? nextToken(type, counts, avoided) : undefined;
    if (token === undefined) continue;
    values[token] = value;
    added.set(value, token);
    if (additions.hidden) hidden.add(token);
    if (additions.early) early.add(token);
    size += 1;
    changed = true;
  }
  if (!changed) return vault;
  const { aliases } = vault;
  return {
    ...{ values, counts, hidden: [...hidden], literals },
    ...(early.size > 0 && { early: [...early] }),
    ...(aliases && { aliases }),
  };
}

/**
 * Returns the next token of a type and counts it; undefined if all numbers are used.
 *
 * @example
 * nextToken('EMAIL_ADDRESS', {}, new Set()); // '<EMAIL_ADDRESS_1>'
 */
export function nextToken(
  type: string,
  counts: Record<string, number>,
  avoided: ReadonlySet<string>,
): string | undefined {
  let number = Object.hasOwn(counts, type) ? counts[type]! : 0;
  let token: string;
  do token = writeToken(type, ++number);
  while (avoided.has(token));
  if (number > HIGHEST_NUMBER) return undefined;
  counts[type] = number;
  return token;
}

function withLiterals(vault: Vault, { literals, limit }: Additions): readonly string[] {
  const fresh = literals.filter(
    (literal) => valueOf(vault, literal) === undefined && !vault.literals.includes(literal),
  );
  if (fresh.length === 0 || vault.literals.length >= limit) return vault.literals;
  return [...vault.literals, ...new Set(fresh)].slice(0, limit);
}

function indexOf(vault: Vault): Index {
  const known = indexes.get(vault);
  if (known !== undefined) return known;
  const tokens = new Map<Scalar, string>(Object.entries(vault.aliases ?? {}));
  for (const [token, value] of Object.entries(vault.values)) tokens.set(value, token);
  const index = { tokens, hidden: new Set(vault.hidden) };
  indexes.set(vault, index);
  return index;
}
