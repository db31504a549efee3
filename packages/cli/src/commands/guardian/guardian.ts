import type { CommandSpec } from '../../program/command-spec.ts';

export const guardian: CommandSpec = {
  name: 'guardian',
  summary: 'serve policies to agents elsewhere, or ask a guardian how it is',
  about:
    'start serves the configuration, or the module that is named, to agents in other processes: it prints an address and a token, then a line for every decision, and ends at Ctrl+C. It keeps nothing: storage, the console, approvals by people and the audit come with the guardian of the repository (apps/guardian), which status, policies and rollback talk to.',
  words: [
    {
      name: '<action>',
      about: 'what to do',
      choices: ['start', 'status', 'policies', 'rollback'],
    },
    { name: '[subject]', about: 'of start: the module; of rollback: the digest' },
  ],
  options: [
    { flags: '--port <port>', about: 'where start listens: 4747 by default; 0 takes any' },
    { flags: '--host <host>', about: 'the address that start listens on: 127.0.0.1 by default' },
    { flags: '--folder <folder>', about: 'the data of the guardian, if not .interpose/guardian' },
    { flags: '--url <url>', about: 'the guardian, if not the one of a folder' },
  ],
  examples: [
    ['interpose guardian start', 'serve interpose.config; INTERPOSE_TOKEN sets the token'],
    ['interpose guardian start rules.yaml --port 0', 'serve a file of rules, anywhere'],
    ['interpose guardian status --url http://127.0.0.1:4747', 'whether it serves, and what'],
    ['interpose guardian policies', 'the versions that served'],
  ],
  load: async () => (await import('./run-guardian.ts')).runGuardian,
};
