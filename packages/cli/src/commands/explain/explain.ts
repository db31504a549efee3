import type { CommandSpec } from '../../program/command-spec.ts';

export const explain: CommandSpec = {
  name: 'explain',
  summary: 'say what a code means, or why a recorded step was denied',
  about:
    'Says what a code means, who puts it on a decision, and what to do. Given the id of a decision, or --last, it tells what became of that step in a recording, hook by hook.',
  words: [{ name: '[subject]', about: 'a code such as hook_timeout, or the id of a decision' }],
  options: [
    { flags: '--last', about: 'the last decision of the recording that interfered' },
    {
      flags: '--recording <file>',
      about: 'where to look for the decision, if not .interpose/recordings/sessions.jsonl',
    },
  ],
  examples: [
    ['interpose explain hook_timeout', 'what the code means and what to do'],
    ['interpose explain --last', 'what stopped or changed the last such step, hook by hook'],
    ['interpose explain', 'every code with its meaning'],
  ],
  load: async () => (await import('./run-explain.ts')).runExplain,
};
