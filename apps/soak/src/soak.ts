import { parseArgs } from 'node:util';

import { describeReport } from './soak-report.ts';
import { startSoak } from './start-soak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    json: { type: 'boolean', default: false },
  },
});

const report = await startSoak({ minutes: Number(values.minutes), seed: Number(values.seed) });
console.log(values.json ? JSON.stringify(report, undefined, 2) : describeReport(report));
process.exitCode = report.faults.length === 0 ? 0 : 1;
