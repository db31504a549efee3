import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';
import type { Dependencies } from './fresh-app.ts';

/** The program of a start page, and its dependencies. */
export interface SdkProgram {
  readonly sdk: string;
  readonly files: Readonly<Record<string, string>>;
  readonly dependencies: Dependencies;
}

const sdks: Readonly<Record<string, readonly string[]>> = {
  'ai-sdk': ['ai', '@ai-sdk/openai'],
  langchain: ['langchain', '@langchain/core', '@langchain/langgraph', '@langchain/openai'],
  'openai-agents': ['@openai/agents', '@openai/agents-core'],
  openai: ['openai'],
};

/** Returns the program that a new user copies from each SDK's start page: an agent whose call is denied. */
export function sdkPrograms(): readonly SdkProgram[] {
  const start = join(repositoryRoot, 'apps/docs/src/start');
  const read = (file: string): string => readFileSync(join(start, file), 'utf8');
  const { dependencies } = JSON.parse(
    readFileSync(join(repositoryRoot, 'apps/docs/package.json'), 'utf8'),
  ) as { readonly dependencies: Dependencies };
  return Object.entries(sdks).map(([sdk, packages]) => ({
    sdk,
    files: { 'limits.ts': read('limits.ts'), 'app.ts': read(`${sdk}-deny.ts`) },
    dependencies: {
      '@interpose/core': '*',
      [`@interpose/${sdk}`]: '*',
      zod: '^4.0.0',
      ...Object.fromEntries(packages.map((name) => [name, dependencies[name] ?? '*'])),
    },
  }));
}
