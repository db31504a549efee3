import type { MaybePromise } from '@interpose/core';

/**
 * Gives every address of a name; rejects, or gives none, when there is none.
 *
 * @example
 * const resolve: ResolveName = () => ['93.184.215.14'];
 * guardEgress({ resolve });
 */
export type ResolveName = (name: string) => MaybePromise<readonly string[]>;

/** Says what comes of a name by its addresses: at once where they are remembered. */
export type JudgeName<Judged> = (name: string) => MaybePromise<Judged>;

interface Known<Judged> {
  judged: MaybePromise<Judged>;
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

/** Asks the resolver at most once per name and time, and judges what it answers once; what failed is asked again. */
export function rememberedNames<Judged>(
  resolve: ResolveName,
  ttlMs: number,
  judge: (name: string, addresses: readonly string[]) => Judged,
): JudgeName<Judged> {
  const known = new Map<string, Known<Judged>>();
  return (name) => {
    const now = Date.now();
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

/** The resolver of the machine, where there is one: what most clients ask before they connect. */
export const machineResolver: ResolveName = async (name) => {
  const { process } = globalThis as { readonly process?: BuiltinLoader };
  const dns = process?.getBuiltinModule?.('node:dns');
  if (dns === undefined) return [];
  const answers = await dns.promises.lookup(name, { all: true });
  return answers.map(({ address }) => address);
};
