import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { repositoryRoot } from '../list-workspaces.ts';
import { makeAdapter } from './make-adapter.ts';
import { NewAdapterError } from './new-adapter-error.ts';

/** Makes the package that the command line names, and prints the next steps. */
function newAdapter(): void {
  const { names, into } = readArguments();
  const folder = makeAdapter(names, into);
  console.log(`made ${folder}

1. pnpm install, then pnpm fix
2. pnpm exec vitest run --project conformance ${folder}
   It fails and lists what to fill in; packages/adapter-kit/README.md leads through it.
   The compiler names the rest: what was written for other types than those of your SDK.
3. Once it passes: take private out of its package.json, add the name to the adapters of scripts/checks/check-copies.ts and
   scripts/checks/import-rules.ts, and to .size-limit.ts; then pnpm conformance:table.`);
}

function readArguments(): { readonly names: readonly string[]; readonly into: string } {
  const into = { type: 'string', default: join(repositoryRoot, 'packages') } as const;
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { into } });
    return { names: positionals, into: resolve(values.into) };
  } catch (error) {
    const [problem] = (error as Error).message.split('. ');
    throw new NewAdapterError(
      'option_unknown',
      String(problem),
      'the only option is --into <folder>',
    );
  }
}

try {
  newAdapter();
} catch (error) {
  if (!(error instanceof NewAdapterError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
