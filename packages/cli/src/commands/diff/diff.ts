import type { CommandSpec } from '../../program/command-spec.ts';

export const diff: CommandSpec = {
  name: 'diff',
  summary: 'show which decisions a changed set of policies changes',
  about:
    'Plays recorded runs through two sets of policies, tools and model answering as recorded, and shows which decisions change, by policy, tool and code. Ends with 1 where a change was not allowed with --allow, a hook failed or a row could not be read.',
  words: [{ name: '<recordings...>', about: 'files or folders of recorded runs' }],
  options: [
    { flags: '--base <module>', about: 'the policies as they are; interpose.config by default' },
    { flags: '--candidate <module>', about: 'the policies as they may become' },
    {
      flags: '--allow <name...>',
      about: 'changes to expect: a code, policy, tool, or a pair such as "allow>deny"',
    },
    {
      flags: '--answer <answer>',
      about: 'what everybody says who is asked',
      choices: ['yes', 'no'],
      initial: 'yes',
    },
    { flags: '--html <file>', about: 'write a report to look at in a browser' },
  ],
  examples: [
    ['interpose diff --candidate next.ts .interpose/recordings', 'against interpose.config'],
    [
      'interpose diff --candidate next.ts runs.jsonl.gz --allow tool_denied',
      'expecting new denials',
    ],
    ['interpose diff --candidate next.ts runs.jsonl --html report.html', 'with a page to read'],
  ],
  load: async () => (await import('./run-diff.ts')).runDiff,
};
