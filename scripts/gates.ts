export type Gate = {
  name: string;
  /** What a pass proves, for the list that every run prints. */
  proves: string;
  command: readonly string[];
  /** `both` means `pnpm check` and `pnpm verify`; `alone` is part of `tests` and has its own command. */
  runsIn: 'check' | 'verify' | 'both' | 'alone';
  /** Finds in the output how many files the tool read; absent where the tool itself fails on none. */
  reads?: RegExp;
};

const script = (name: string, ...rest: string[]): string[] => [
  'node',
  `scripts/${name}.ts`,
  ...rest,
];

/** Every gate of the project, in the order they run: `build` before those that read `dist`. */
export const gates: readonly Gate[] = [
  {
    name: 'format',
    proves: 'one layout everywhere',
    command: ['oxfmt', '--check'],
    runsIn: 'both',
    reads: /on (\d+) files/,
  },
  {
    name: 'lint',
    proves: 'the house rules, with types',
    command: ['oxlint', '--type-aware'],
    runsIn: 'both',
    reads: /on (\d+) files/,
  },
  {
    name: 'names',
    proves: 'a file is named after one idea',
    command: script('checks/check-names'),
    runsIn: 'both',
    reads: /read (\d+) files/,
  },
  {
    name: 'rooms',
    proves: 'no folder holds more files than one can take in',
    command: script('checks/check-rooms'),
    runsIn: 'both',
    reads: /read (\d+) files/,
  },
  {
    name: 'copies',
    proves: 'what two adapters need stands once, in the kit',
    command: script('checks/check-copies'),
    runsIn: 'both',
    reads: /read (\d+) files/,
  },
  {
    name: 'skeleton',
    proves: 'every adapter has the same rooms and files',
    command: script('checks/check-skeleton'),
    runsIn: 'both',
    reads: /read (\d+) adapters/,
  },
  {
    name: 'types',
    proves: 'TypeScript 7 accepts sources, tests and type tests',
    command: script('checks/check-types', 'native'),
    runsIn: 'both',
    reads: /read (\d+) files/,
  },
  {
    name: 'types-6',
    proves: 'TypeScript 6 accepts them too',
    command: script('checks/check-types', 'classic'),
    runsIn: 'verify',
    reads: /read (\d+) files/,
  },
  {
    name: 'boundaries',
    proves: 'packages import only what they declare and may',
    command: ['turbo', 'boundaries'],
    runsIn: 'both',
    reads: /Checked (\d+) files/,
  },
  {
    name: 'imports',
    proves: 'imports point one way and never in a circle',
    command: script('checks/check-imports'),
    runsIn: 'both',
    reads: /read (\d+) modules/,
  },
  {
    name: 'dead-code',
    proves: 'no unused file, export or dependency',
    command: ['knip', '--reporter', 'symbols', '--reporter', './scripts/report-read-files.ts'],
    runsIn: 'both',
    reads: /read (\d+) files/,
  },
  {
    name: 'versions',
    proves: 'one version of a dependency, one order',
    command: ['sherif', '--fail-on-warnings'],
    runsIn: 'both',
  },
  {
    name: 'census',
    proves:
      'every entry of every supported SDK version is judged, and what is enforced has a probe',
    command: ['node', '--conditions=@interpose/source', 'scripts/checks/check-census.ts'],
    runsIn: 'verify',
    reads: /read (\d+) entries/,
  },
  {
    name: 'reliability',
    proves: 'the page about reliability is what the tests say',
    command: script('reliability/check-reliability'),
    runsIn: 'both',
    reads: /read (\d+) tests/,
  },
  {
    name: 'build',
    proves: 'every package builds to ESM and types',
    command: ['turbo', 'run', 'build', '--output-logs=errors-only'],
    runsIn: 'verify',
    reads: /(\d+) successful/,
  },
  {
    name: 'package',
    proves: 'the packed tarball is what users can install',
    command: script('checks/package/check-package'),
    runsIn: 'verify',
    reads: /read (\d+) tarballs/,
  },
  {
    name: 'api',
    proves: 'the public surface is the accepted one',
    command: script('checks/package/check-api'),
    runsIn: 'verify',
    reads: /read (\d+) entries/,
  },
  {
    name: 'size',
    proves: 'no entry of a published package grows',
    command: ['size-limit'],
    runsIn: 'verify',
    reads: /Size:\s+([\d.]+) k?B/,
  },
  {
    name: 'docs',
    proves: 'the documentation builds, and no link in it is dead',
    command: ['node', '--conditions=@interpose/source', 'scripts/docs/docs.ts', '--build'],
    runsIn: 'verify',
    reads: /read (\d+) pages/,
  },
  {
    name: 'examples',
    proves: 'every example installs from the packed tarballs and does what its README says',
    command: [
      'node',
      '--conditions=@interpose/source',
      'scripts/release/rehearse.ts',
      '--examples',
    ],
    runsIn: 'verify',
    reads: /(\d+) tarballs/,
  },
  {
    name: 'unit',
    proves: 'unit, property and type tests of the kernel and of what is being changed',
    command: script('run-units'),
    runsIn: 'check',
    reads: /(\d+) passed/,
  },
  {
    name: 'conformance',
    proves: 'every adapter behaves like the others',
    command: ['vitest', 'run', '--project', 'conformance'],
    runsIn: 'alone',
    reads: /(\d+) passed/,
  },
  {
    name: 'e2e',
    proves: 'other processes, runtimes and a browser',
    command: script('run-tests', '--project', 'e2e'),
    runsIn: 'alone',
    reads: /(\d+) passed/,
  },
  {
    name: 'tests',
    proves: 'all tests: unit, property, type, conformance, end to end',
    command: script('run-tests'),
    runsIn: 'verify',
    reads: /(\d+) passed/,
  },
  {
    name: 'conformance-table',
    proves: 'the committed table of adapters is what the tests found',
    command: script('conformance/conformance-table', '--check'),
    runsIn: 'verify',
    reads: /read (\d+) results/,
  },
];
