import type { CommandSpec } from '../../program/command-spec.ts';

export const learn: CommandSpec = {
  name: 'learn',
  summary: 'learn least-privilege rules from good runs',
  about:
    'Writes a file of rules that allows what good runs did: the tools of each agent, the shapes of arguments, how often tools are called, and where values came from: the user, or which tool. Each line says how often it was seen and how sure that makes. Of four strictnesses it takes the strictest whose rules, learned from nine tenths of the runs, keep the runs of the last tenth. Ends with 1 where none keeps enough or a row could not be read.',
  words: [{ name: '<recordings...>', about: 'files or folders of recorded runs' }],
  options: [
    {
      flags: '--where <field=value...>',
      about: 'only rows with this in a field of their own, such as "attack=null"',
    },
    { flags: '--agent <field>', about: 'the field that names the agent, if not "agent"' },
    { flags: '--keep <percent>', about: 'of the unseen good runs', initial: '95' },
    { flags: '--out <file>', about: 'where to write the rules', initial: 'learned.yaml' },
    { flags: '--force', about: 'write over a file that is there' },
  ],
  examples: [
    ['interpose learn .interpose/recordings', 'writes learned.yaml'],
    [
      'interpose learn runs.jsonl --where utility=true --where attack=null',
      'only runs that went well and that nobody attacked',
    ],
    ['interpose replay other.jsonl --config learned.yaml', 'what the rules would have stopped'],
  ],
  load: async () => (await import('./run-learn.ts')).runLearn,
};
