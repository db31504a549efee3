import type { CommandSpec } from '../../program/command-spec.ts';

export const approvals: CommandSpec = {
  name: 'approvals',
  summary: 'list and answer what waits for a person',
  about:
    'Shows the asks that wait at a guardian and answers them. It finds the guardian that has its data in .interpose/guardian (or --folder, or INTERPOSE_FOLDER), or asks the one that INTERPOSE_GUARDIAN_URL names with the key of INTERPOSE_COMMAND_KEY. An answer counts for exactly what was shown: the digest of the call goes along.',
  words: [
    {
      name: '<action>',
      about: 'what to do',
      choices: ['list', 'show', 'approve', 'deny'],
    },
    { name: '[id]', about: 'the ask, as list names it' },
  ],
  options: [
    { flags: '--words <text>', about: 'a reason; that of a no is read by the model' },
    { flags: '--folder <folder>', about: 'the data of the guardian, if not .interpose/guardian' },
    { flags: '--url <url>', about: 'the guardian, if not the one of a folder' },
  ],
  examples: [
    ['interpose approvals list', 'what waits, with the time that is left'],
    ['interpose approvals show 4f1c', 'one ask with its arguments'],
    ['interpose approvals deny 4f1c --words "Ask for the receipt first."', 'a no, with words'],
  ],
  load: async () => (await import('./run-approvals.ts')).runApprovals,
};
