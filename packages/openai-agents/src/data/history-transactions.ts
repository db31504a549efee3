import type { NativeItem } from '../translate/native.ts';
import type { Hold } from './held-writes.ts';

interface Transaction {
  readonly type: string;
  readonly items?: readonly NativeItem[];
  readonly replacement?: readonly NativeItem[];
  readonly expectedSuffix?: readonly NativeItem[];
}

interface TransactionGiven {
  readonly operationId: string;
  readonly transaction: Transaction;
}

/** The method by which some sessions apply a whole change of their history at once. */
export type ApplyTransaction = (
  given: TransactionGiven,
  ...rest: readonly unknown[]
) => Promise<void>;

/** Wraps `apply`: it writes the items that hooks left, in place of those that hooks left before. */
export function historyTransactions(hold: Hold, apply: ApplyTransaction): ApplyTransaction {
  const stored = new Map<string, readonly NativeItem[]>();
  return (given, ...rest) => {
    const { items, replacement, expectedSuffix } = given.transaction;
    const written = items ?? replacement ?? [];
    return hold(undefined, written, (kept) => {
      for (const [at, item] of written.entries())
        stored.set(JSON.stringify(item), leftOf(item, at, written, kept));
      const suffix = expectedSuffix?.flatMap((item) => stored.get(JSON.stringify(item)) ?? [item]);
      return apply({ ...given, transaction: withItems(given.transaction, kept, suffix) }, ...rest);
    });
  };
}

function leftOf(
  item: NativeItem,
  at: number,
  written: readonly NativeItem[],
  kept: readonly NativeItem[],
): readonly NativeItem[] {
  if (written.length === kept.length) return [kept[at]!];
  return kept.includes(item) ? [item] : [];
}

/** If none of the items to replace was stored, the new items are appended. */
function withItems(
  transaction: Transaction,
  kept: readonly NativeItem[],
  suffix: readonly NativeItem[] | undefined,
): Transaction {
  if (suffix === undefined) return { ...transaction, items: kept };
  if (suffix.length === 0) return { type: 'append_items', items: kept };
  return { ...transaction, replacement: kept, expectedSuffix: suffix };
}
