import type { CommandSpec } from '../../program/command-spec.ts';

export const init: CommandSpec = {
  name: 'init',
  summary: 'write a first configuration and show what to hook',
  about:
    'Finds the SDKs in package.json and the calls of them in the sources, writes interpose.config.ts with five policies for the kind of app and a first file of cases, and prints the line to change per call. With --write it changes them and shows the difference. It installs nothing, and never writes over a configuration.',
  options: [
    {
      flags: '--kind <kind>',
      about: 'the kind of app',
      choices: ['support', 'coding', 'research'],
    },
    { flags: '--yes', about: 'take support where no kind is named' },
    { flags: '--write', about: 'put withHooks around the calls' },
  ],
  examples: [
    ['interpose init --kind support', 'a baseline, and what to change where'],
    ['interpose init --yes --write', 'and change it'],
  ],
  load: async () => (await import('./run-init.ts')).runInit,
};
