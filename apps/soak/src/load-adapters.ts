import { join } from 'node:path';

import type { FuzzKind, FuzzTarget } from '@interpose/testing/fuzz';

const ADAPTERS = ['ai-sdk', 'langchain', 'openai-agents', 'openai'] as const;
const PROTOCOLS = ['mcp', 'a2a'] as const;
const packages = join(import.meta.dirname, '../../../packages');

/** An adapter or a transport, with the kinds that can be hooked and called. */
export interface Adapter {
  readonly name: string;
  readonly kinds: readonly FuzzKind[];
}

/** Loads the fuzz targets of every adapter, with every supported version of the SDK. */
export async function loadAdapters(): Promise<readonly Adapter[]> {
  return Promise.all(
    ADAPTERS.map(async (name) => {
      const path = join(packages, name, 'census/fuzz/targets.ts');
      const { targets } = (await import(path)) as { targets: readonly FuzzTarget[] };
      return { name, kinds: targets.flatMap(({ kinds }) => kinds) };
    }),
  );
}

/** Loads clients and servers of the protocols, as the tests of their transports use them. */
export async function loadProtocols(): Promise<readonly Adapter[]> {
  return Promise.all(
    PROTOCOLS.map(async (name) => {
      const path = join(packages, name, 'test/soak-kinds.ts');
      const { kinds } = (await import(path)) as Pick<Adapter, 'kinds'>;
      return { name, kinds };
    }),
  );
}
