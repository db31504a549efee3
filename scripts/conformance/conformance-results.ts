import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ConformanceCell } from './conformance-cell.ts';
import { repositoryRoot } from '../list-workspaces.ts';

const testFiles = 'packages/*/{src,test}/**/{conformance,*.conformance}.test.ts';

/** An example for authors that passes the suite; it is left out of the table, since nobody uses it. */
const toyAdapter = 'packages/adapter-kit/test/toy-adapter/';
const folder = join(repositoryRoot, 'reports/conformance');

/** Returns the file for the results of one test file. */
export function conformanceResultsFile(testFile: string): string {
  return join(folder, `${testFile.replaceAll(/[\\/]/g, '.')}.json`);
}

/** Returns the test files that declare the suite but have no results. Throws if no file declares it. */
export function findUnrun(): string[] {
  return findOwing().filter((file) => !existsSync(conformanceResultsFile(file)));
}

/** Returns the last results of every conformance test. Throws if one has none. */
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

/** Whether a test file imports `conformance` from the testing kit, under any name. */
function declaresSuite(file: string): boolean {
  const source = readFileSync(join(repositoryRoot, file), 'utf8');
  return /import \{[^}]*\bconformance\b[^}]*\} from/.test(source);
}
