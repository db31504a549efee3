import type { CommandSpec } from '../../program/command-spec.ts';

export const attack: CommandSpec = {
  name: 'attack',
  summary: 'attack recorded runs, as a model that obeys would',
  about:
    'Writes an order of an attacker into results of recorded runs and lets the model obey: each tool that changes something is called with addresses, accounts, links and paths of the attacker, and each that reads with links that carry data away; plainly, in encodings, look-alike letters and other languages, and split over results. Tells what goes through, what a person is asked about, and what is stopped, by tool and policy. No model runs; the same seed makes the same attacks. Ends with 1 where an attack goes through.',
  words: [{ name: '<recordings...>', about: 'files or folders of recorded runs' }],
  options: [
    { flags: '--policies <module>', about: 'policies or rules, if not interpose.config' },
    {
      flags: '--outsider <tool...>',
      about: 'tools whose results others can write into, * for anything; all by default',
    },
    { flags: '--tool <tool...>', about: 'only attacks that call these tools' },
    { flags: '--per-run <count>', about: 'attacks on each run, 0 for all', initial: '20' },
    { flags: '--seed <number>', about: 'another seed makes other attacks', initial: '1' },
    { flags: '--out <file>', about: 'write what goes through as recordings' },
  ],
  examples: [
    ['interpose attack .interpose/recordings', 'interpose.config under 20 attacks on each run'],
    [
      'interpose attack runs.jsonl --outsider "read_*" --policies learned.yaml',
      'where others only write what read_… tools give back',
    ],
    [
      'interpose attack runs.jsonl --out through.jsonl',
      'and then interpose replay through.jsonl after every change',
    ],
  ],
  load: async () => (await import('./run-attack.ts')).runAttack,
};
