import { runSoak } from './run-soak.ts';

const [minutes = '1', seed = '1'] = process.argv.slice(2);

// The SDKs print the errors of models.
for (const level of ['debug', 'error', 'info', 'log', 'warn'] as const)
  console[level] = () => undefined;

process.stdout.write(
  `${JSON.stringify(await runSoak({ minutes: Number(minutes), seed: Number(seed) }))}\n`,
);
