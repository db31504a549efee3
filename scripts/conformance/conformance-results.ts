import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ConformanceCell } from './conformance-cell.ts';
import { repositoryRoot } from '../list-workspaces.ts';

const testFiles = 'packages/*/{src,test}/**/{conformance,*.conformance}.test.ts';

/** Passes the suite as an example for authors; nobody uses it, so the table of adapters leaves it out. */
const toyAdapter = 'packages/adapter-kit/test/toy-adapter/';
const folder = join(repositoryRoot, 'reports/conformance');

/** Where the results of one test file are left behind. */
export function conformanceResultsFile(testFile: string): string {
  return join(folder, `${testFile.replaceAll(/[\\/]/g, '.')}.json`);
}

/** The test files that declare the suite and have left no results behind. Throws where none declares it. */
export function findUnrun(): string[] {
  return findOwing().filter((file) => !existsSync(conformanceResultsFile(file)));
}

/** What the last run of every conformance test found. Throws where one has left nothing behind. */
export function readConformanceResults(): ConformanceCell[] {
  const missing = findUnrun();
  if (missing.length > 0) {
    throw new Error(`no results of ${missing.join(', ')}; run pnpm test:conformance and see why`);
  }
  return findOwing().flatMap(
    (file) => JSON.parse(readFileSync(conformanceResultsFile(file), 'utf8')) as ConformanceCell[],
  );
}

function findOwing(): string[] {
  const owing = globSync(testFiles, { cwd: repositoryRoot })
    .filter((file) => !file.startsWith(toyAdapter) && declaresSuite(file))
    .toSorted();
  if (owing.length === 0) throw new Error('no test file declares the conformance suite');
  return owing;
}

/** True for a test file that takes `conformance` from the testing kit, however it calls it. */
function declaresSuite(file: string): boolean {
  const source = readFileSync(join(repositoryRoot, file), 'utf8');
  return /import \{[^}]*\bconformance\b[^}]*\} from/.test(source);
}
