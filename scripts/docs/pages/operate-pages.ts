import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../list-workspaces.ts';
import type { Page } from './page.ts';
import { withRepositoryLinks } from './repository-links.ts';

/** Programs that run beside agents, each with its README. */
const readmes: Readonly<Record<string, readonly [title: string, file: string]>> = {
  guardian: ['Guardian: policies for other processes', 'apps/guardian/README.md'],
  'command-line': ['The command line', 'packages/cli/README.md'],
  telemetry: ['Telemetry', 'packages/otel/README.md'],
  'guardian-wire': ['The wire between agent and guardian', 'packages/aos/README.md'],
};

/** Returns a page for each program, so that page and README are one text. */
export function operatePages(): readonly Page[] {
  return Object.entries(readmes).map(([name, [title, file]]) => {
    const text = readFileSync(join(repositoryRoot, file), 'utf8').replace(/^# .*/, `# ${title}`);
    return { path: `operate/${name}`, markdown: withRepositoryLinks(text, file) };
  });
}
