import type { CommandSpec } from '../../program/command-spec.ts';

export const testPolicies: CommandSpec = {
  name: 'test',
  summary: 'run the cases that lie beside policies',
  about:
    'Runs cases from *.policy.yaml files, and the tests of files of rules: an event, its payload, and the decision, code or value to expect. Without files it takes every *.policy.yaml, and every file of rules with tests, below this folder; both may be JSON. Ends with 1 where a case fails or the coverage is below the threshold.',
  words: [{ name: '[files...]', about: 'files of cases, files of rules with tests, or folders' }],
  options: [
    { flags: '--coverage', about: 'tell which hooks and rules the cases reach' },
    { flags: '--threshold <percent>', about: 'the lowest coverage to accept' },
    { flags: '--junit <file>', about: 'write the results as JUnit XML' },
    { flags: '--watch', about: 'run again whenever a file changes' },
  ],
  examples: [
    ['interpose test', 'every case below this folder'],
    ['interpose test refunds.policy.yaml --coverage', 'one file, and what it reaches'],
    ['interpose test --threshold 80 --junit report.xml', 'in CI'],
  ],
  load: async () => (await import('./run-test.ts')).runTest,
};
