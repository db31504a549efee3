import type { CommandSpec } from '../../program/command-spec.ts';

export const coverage: CommandSpec = {
  name: 'coverage',
  summary: 'what is enforced, observed and unmediated in this app',
  about:
    'Reads the census that each installed adapter ships (every export, method and option of its SDK, judged and probed) and tells for the installed versions how many entries are enforced, observed or unmediated, why those that are open are open, and where each entry that this app uses stands. With --require it ends with 1 where something that the app uses is less than that, or unknown.',
  options: [
    {
      flags: '--require <status>',
      about: 'what everything that the app uses has to be',
      choices: ['enforced', 'observed'],
    },
  ],
  examples: [
    ['interpose coverage', 'for a review of security'],
    ['interpose coverage --require enforced', 'in CI: fail if a call is made without hooks'],
    ['interpose coverage --json', 'every path, reason and use for a program'],
  ],
  load: async () => (await import('./run-coverage.ts')).runCoverage,
};
