import type { CommandSpec } from '../../program/command-spec.ts';

export const replay: CommandSpec = {
  name: 'replay',
  summary: 'play recorded runs through the policies',
  about:
    'Plays recorded runs through one set of policies, tools and model answering as recorded, and tells what would have been stopped, asked or changed, by policy, tool and code. Ends with 1 where a hook failed or a row could not be read.',
  words: [{ name: '<recordings...>', about: 'files or folders of recorded runs' }],
  options: [
    { flags: '--config <file>', about: 'the module of policies, if not interpose.config' },
    {
      flags: '--answer <answer>',
      about: 'what everybody says who is asked',
      choices: ['yes', 'no'],
      initial: 'yes',
    },
  ],
  examples: [
    ['interpose replay .interpose/recordings', 'what interpose.config says to what was recorded'],
    ['interpose replay --config rules.yaml runs.jsonl.gz --json', 'a file of rules, as JSON'],
  ],
  load: async () => (await import('./run-replay.ts')).runReplay,
};
