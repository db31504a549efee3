import type { Scalar } from '../values/scalar.ts';
import { HIGHEST_NUMBER, writeToken } from './token.ts';

/** Which token stands for which value, in one session; small JSON, never changed in place. */
export interface Vault {
  readonly values: Readonly<Record<string, Scalar>>;
  /** The highest number given out, by type. */
  readonly counts: Readonly<Record<string, number>>;
  /** Tokens of values that the model wrote itself: nobody has shown them to the reader of the answer. */
  readonly hidden: readonly string[];
  /** What somebody wrote that looks like a token and is none; never given out. */
  readonly literals: readonly string[];
}

/** A value that needs a token. */
export interface Wanted {
  readonly type: string;
  readonly value: Scalar;
}

/** What to add to a vault. */
export interface Additions {
  readonly wanted: readonly Wanted[];
  readonly literals: readonly string[];
  /** True when the model wrote the values itself. */
  readonly hidden: boolean;
  /** Values kept at most. */
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
 * The token that stands for a value, if the vault has one.
 *
 * @example
 * tokenOf(vault, 'ann@mail.example'); // '<EMAIL_ADDRESS_1>'
 */
export function tokenOf(vault: Vault, value: Scalar): string | undefined {
  return indexOf(vault).tokens.get(value);
}

/**
 * The value a token stands for; undefined where this vault never gave it out.
 *
 * @example
 * valueOf(vault, '<EMAIL_ADDRESS_1>'); // 'ann@mail.example'
 */
export function valueOf(vault: Vault, token: string): Scalar | undefined {
  return Object.hasOwn(vault.values, token) ? vault.values[token] : undefined;
}

/**
 * True when the value behind a token was written by the model and came from nobody else.
 *
 * @example
 * isHidden(vault, '<EMAIL_ADDRESS_2>'); // true
 */
export function isHidden(vault: Vault, token: string): boolean {
  return indexOf(vault).hidden.has(token);
}

/**
 * The vault with tokens for these values too; the same vault when it has them all. A full vault takes no more.
 *
 * @example
 * addToVault(EMPTY_VAULT, { wanted: [{ type: 'EMAIL_ADDRESS', value: 'ann@mail.example' }], literals: [], hidden: false, limit: 1000 });
 */
export function addToVault(vault: Vault, additions: Additions): Vault {
  const literals = withLiterals(vault, additions);
  const values: Record<string, Scalar> = { ...vault.values };
  const counts: Record<string, number> = { ...vault.counts };
  const hidden = new Set(vault.hidden);
  const added = new Map<Scalar, string>();
  const avoided = new Set(literals);
  let size = Object.keys(values).length;
  let changed = literals !== vault.literals;
  for (const { type, value } of additions.wanted) {
    const known = tokenOf(vault, value) ?? added.get(value);
    if (known !== undefined) {
      if (!additions.hidden && hidden.delete(known)) changed = true;
      continue;
    }
    const token = size < additions.limit ? nextToken(type, counts, avoided) : undefined;
    if (token === undefined) continue;
    values[token] = value;
    added.set(value, token);
    if (additions.hidden) hidden.add(token);
    size += 1;
    changed = true;
  }
  return changed ? { values, counts, hidden: [...hidden], literals } : vault;
}

function nextToken(
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
  const tokens = new Map(Object.entries(vault.values).map(([token, value]) => [value, token]));
  const index = { tokens, hidden: new Set(vault.hidden) };
  indexes.set(vault, index);
  return index;
}
