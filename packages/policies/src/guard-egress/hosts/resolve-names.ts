import type { MaybePromise } from '@interpose/core';

/**
 * Gives every address of a name; rejects, or gives none, when there is none.
 *
 * @example
 * const resolve: ResolveName = () => ['93.184.215.14'];
 * guardEgress({ resolve });
 */
export type ResolveName = (name: string) => MaybePromise<readonly string[]>;

/** Gives the addresses of a name, or none where it has none or nobody can be asked. */
export type Addresses = (name: string) => Promise<readonly string[]>;

interface Known {
  readonly addresses: Promise<readonly string[]>;
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

/** Asks the resolver at most once per name and time; what failed is asked again. */
export function rememberedAddresses(resolve: ResolveName, ttlMs: number): Addresses {
  const known = new Map<string, Known>();
  return (name) => {
    const now = Date.now();
    const found = known.get(name);
    if (found !== undefined && found.until > now) return found.addresses;
    const addresses = askFor(name, resolve).then((answer) => {
      if (answer.length === 0) known.delete(name);
      return answer;
    });
    known.delete(name);
    if (known.size >= MOST_NAMES) known.delete(known.keys().next().value!);
    known.set(name, { addresses, until: now + ttlMs });
    return addresses;
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
