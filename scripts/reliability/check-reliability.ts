import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';
import { reliabilityPage, renderReliability } from './render-reliability.ts';

/** Fails if the page about reliability does not match the tests. */
function checkReliability(): void {
  const path = join(repositoryRoot, reliabilityPage);
  const written = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const rendered = renderReliability();
  console.log(`read ${rendered.split('\n- ').length} tests`);
  if (written === rendered) return;
  console.error(`${reliabilityPage} is stale; run pnpm reliability and commit it`);
  process.exitCode = 1;
}

checkReliability();
