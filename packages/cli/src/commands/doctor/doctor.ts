import type { CommandSpec } from '../../program/command-spec.ts';

export const doctor: CommandSpec = {
  name: 'doctor',
  summary: 'check versions, duplicate cores, register, stores',
  about:
    'Looks at the app in this folder: the version of Node, the SDKs and the adapters that go with them, copies of the core that would not know of each other, how register is loaded, whether the configuration loads, and whether its store answers.',
  options: [{ flags: '--config <file>', about: 'the module of policies, if not interpose.config' }],
  examples: [
    ['interpose doctor', 'what is right and wrong here'],
    ['interpose doctor --json', 'the same for a program'],
  ],
  load: async () => (await import('./run-doctor.ts')).runDoctor,
};
