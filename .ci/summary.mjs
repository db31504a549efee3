// Sums up what the runners left in reports/. Plain JavaScript, because it must speak even when nothing could
// be installed. Arguments: the exit codes of `test` and `verify`.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname ?? '.', '..');
const reports = join(root, 'reports');
const [testStatus, verifyStatus] = process.argv.slice(2).map(Number);

/** Of one failure; a long difference would push the others out. */
const MOST_CHARACTERS = 1500;

const total = { passed: 0, failed: 0, skipped: 0 };

function read(name) {
  const path = join(reports, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

const failures = [];

const tests = read('vitest.json');
for (const { name, status: fileStatus, message, assertionResults } of tests?.testResults ?? []) {
  const path = relative(root, name);
  const failedBefore = total.failed;
  for (const { status, fullName, failureMessages } of assertionResults) {
    if (status === 'passed') total.passed += 1;
    // Vitest says `pending` of a test that never ended, since its worker died.
    else if (status === 'failed' || status === 'pending') {
      total.failed += 1;
      failures.push(`${path} > ${fullName} (${status})`, ...failureMessages);
    } else total.skipped += 1;
  }
  const brokeOutsideTests = fileStatus === 'failed' && total.failed === failedBefore;
  if (brokeOutsideTests) {
    total.failed += 1;
    failures.push(path, message);
  }
}
failures.push(...(read('errors-outside-tests.json') ?? []));
const isTestFailureCounted = total.failed > 0;
if (testStatus !== 0 && !isTestFailureCounted) total.failed += 1;

// The gate `tests` is the tests above, already counted one by one.
const gates = (read('gates.json') ?? []).filter(({ name }) => name !== 'tests');
for (const { passed } of gates) total[passed ? 'passed' : 'failed'] += 1;
const isVerifyFailureCounted = total.failed > 0;
if (verifyStatus !== 0 && !isVerifyFailureCounted) total.failed += 1;

// Where only the end of a log is kept, the gates have pushed these names out of it.
for (const failure of failures) console.log(failure.slice(0, MOST_CHARACTERS));
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 || testStatus !== 0 || verifyStatus !== 0 ? 1 : 0;
