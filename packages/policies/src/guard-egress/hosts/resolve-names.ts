import type { MaybePromise } from '@interpose/core';

/**
 * Returns every address of a name; rejects or returns an empty list when there is none.
 *
 * @example
 * const resolve: ResolveName = () => ['93.184.215.14'];
 * guardEgress({ resolve });
 */
export type ResolveName = (name: string) => MaybePromise<readonly string[]>;

/** Judges a name by its addresses; synchronous when the result is remembered. */
export type JudgeName<Judged> = (name: string) => MaybePromise<Judged>;

interface Known<Judged> {
  judged: MaybePromise<Judged>;
  /** By the clock of `performance.now`, which nobody sets. */
  readonly until: number;
}

interface BuiltinLoader {
  getBuiltinModule?(name: string):
    | {
        readonly promises: {
          lookup(name: string, options: object): Promise<readonly { readonly address: string }[]>;
        };
      }
    | undefined;
}

const MOST_NAMES = 1000;

/** Resolves and judges each name at most once in `ttlMs`. A name that failed is asked again. */
export function rememberedNames<Judged>(
  resolve: ResolveName,
  ttlMs: number,
  judge: (name: string, addresses: readonly string[]) => Judged,
): JudgeName<Judged> {
  const known = new Map<string, Known<Judged>>();
  return (name) => {
    const now = performance.now();
    const found = known.get(name);
    if (found !== undefined && found.until > now) return found.judged;
    const judged = askFor(name, resolve).then((addresses) => {
      if (addresses.length === 0) known.delete(name);
      return (next.judged = judge(name, addresses));
    });
    const next: Known<Judged> = { judged, until: now + ttlMs };
    known.delete(name);
    if (known.size >= MOST_NAMES) known.delete(known.keys().next().value!);
    known.set(name, next);
    return judged;
  };
}

async function askFor(name: string, resolve: ResolveName): Promise<readonly string[]> {
  try {
    const addresses = await resolve(name);
    const areTexts =
      Array.isArray(addresses) && addresses.every((each) => typeof each === 'string');
    return areTexts ? addresses : [];
  } catch {
    return [];
  }
}

/** The resolver of the machine, if there is one: most clients ask it before they connect. */
export const machineResolver: ResolveName = async (name) => {
  const { process } = globalThis as { readonly process?: BuiltinLoader };
  const dns = process?.getBuiltinModule?.('node:dns');
  if (dns === undefined) return [];
  const answers = await dns.promises.lookup(name, { all: true });
  return answers.map(({ address }) => address);
};
