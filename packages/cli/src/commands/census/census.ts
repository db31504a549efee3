import type { CommandSpec } from '../../program/command-spec.ts';

export const census: CommandSpec = {
  name: 'census',
  summary: 'entries of the installed SDKs that have no class',
  about:
    "Takes the census of every installed SDK (each export, method and option, from its declarations and from what it exports when it is loaded) and holds it against the one that its adapter ships: what is new, gone or changed, and which of it nobody has judged. What is unknown counts as unmediated: require: 'enforced' refuses it. It needs typescript 5.7 or later beside it. Ends with 1 where an entry is unknown.",
  words: [
    { name: '[packages...]', about: 'packages such as openai; without any, every installed SDK' },
  ],
  examples: [
    ['interpose census', 'after an update of an SDK'],
    ['interpose census openai --json', 'one package, every entry that differs'],
  ],
  load: async () => (await import('./run-census.ts')).runCensus,
};
