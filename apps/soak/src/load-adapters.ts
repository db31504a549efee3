import { join } from 'node:path';

import type { FuzzKind, FuzzTarget } from '@interpose/testing/fuzz';

const ADAPTERS = ['ai-sdk', 'langchain', 'openai-agents', 'openai'] as const;
const packages = join(import.meta.dirname, '../../../packages');

/** An adapter with what can be hooked and called with it. */
export interface Adapter {
  readonly name: string;
  readonly kinds: readonly FuzzKind[];
}

/** The adapters as the fuzzer of each uses them, with the newest version of the SDK. */
export async function loadAdapters(): Promise<readonly Adapter[]> {
  return Promise.all(
    ADAPTERS.map(async (name) => {
      const path = join(packages, name, 'census/fuzz/targets.ts');
      const { targets } = (await import(path)) as { targets: readonly FuzzTarget[] };
      return { name, kinds: targets.flatMap(({ kinds }) => kinds) };
    }),
  );
}
