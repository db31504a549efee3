import type { Passage, ReadContext } from '@interpose/policies/track-taint';

import { parsePython } from './parse-python.ts';

type Product = Readonly<Record<string, unknown>>;

/**
 * Labels the products of the catalogue: name and number are the shop's, so they may be used when the user spoke of what
 * was searched for, or where only a shelf was looked through, of such a product; reviews are anybody's.
 */
export function readProducts(result: unknown, context: ReadContext): readonly Passage[] {
  const catalogue = products(String(result));
  if (catalogue === undefined) return [{ text: String(result), trust: 'untrusted' }];
  const search = searchOf(context);
  return catalogue.flatMap(([name, product]) => {
    const isWanted = search === 'wanted' || (search === 'shelf' && context.names(kindOf(name)));
    return [
      {
        text: `${name} ${String(product['product_id'])}`,
        trust: isWanted ? 'trusted' : 'untrusted',
      },
      { text: JSON.stringify(product['reviews'] ?? []), trust: 'untrusted' },
    ];
  });
}

/** Whether the user spoke of what was searched for; a category is one of the shop's own and only narrows. */
function searchOf({ call: { args }, names }: ReadContext): 'wanted' | 'shelf' | 'unwanted' {
  const wanted = [args['product_name'], args['brand'], args['color']].filter(isGiven);
  if (wanted.length > 0) return wanted.every(names) ? 'wanted' : 'unwanted';
  if (isGiven(args['product_id']) || !isGiven(args['category'])) return 'unwanted';
  return names(args['category']) ? 'wanted' : 'shelf';
}

function isGiven(word: unknown): word is string {
  return typeof word === 'string' && !/^(?:null|none|any|)$/i.test(word);
}

/** What kind of thing a product is: the last word of its name. */
function kindOf(name: string): string {
  return /[\p{L}-]+$/u.exec(name)?.[0] ?? name;
}

function products(text: string): readonly (readonly [string, Product])[] | undefined {
  try {
    const parsed = parsePython(text) as Readonly<Record<string, Product>>;
    return Object.entries(parsed);
  } catch {
    return undefined;
  }
}
