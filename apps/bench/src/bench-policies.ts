import { BenchError } from './bench-error.ts';
import { engineCases } from './policies/engine-cases.ts';
import { policyTable } from './policies/policy-table.ts';
import { stateCases } from './policies/state-cases.ts';
import { timeCase, type PolicyTime } from './policies/time-case.ts';
import { toolCases } from './policies/tool-cases.ts';

const words = process.argv.slice(2).filter((word) => word !== '--');
if (words.some((word) => word !== '--json')) {
  const error = new BenchError(
    'bench_unknown_option',
    `"${words.join(' ')}" is not an option`,
    'use [--json]',
  );
  console.error(error.message);
  process.exitCode = 2;
} else {
  const times: PolicyTime[] = [];
  for (const one of [...toolCases, ...stateCases, ...engineCases]) times.push(await timeCase(one));
  console.log(words.includes('--json') ? JSON.stringify(times) : policyTable(times));
}
