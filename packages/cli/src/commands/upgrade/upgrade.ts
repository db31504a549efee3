import type { CommandSpec } from '../../program/command-spec.ts';

export const upgrade: CommandSpec = {
  name: 'upgrade',
  summary: 'what changed since the installed versions, and what to do',
  about:
    'Reads the installed @interpose packages and SDKs, prints what the changelog of this command says of every version after the oldest of them, and the line that brings all of them to one version. It changes nothing. Ends with 1 where something is to be done.',
  options: [{ flags: '--from <version>', about: 'tell of everything after this version instead' }],
  examples: [
    ['interpose upgrade --from 0.1.0', 'what changed since 0.1.0'],
    ['npx interpose@latest upgrade', 'what the newest version would change here'],
  ],
  load: async () => (await import('./run-upgrade.ts')).runUpgrade,
};
