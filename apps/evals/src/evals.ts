import { InterposeError } from '@interpose/core';

import { parseEvalArguments } from './parse-eval-arguments.ts';

// Whoever reads the output may stop early, as head does.
process.stdout.on('error', () => process.exit(0));

try {
  const { evaluation, data, options, json } = parseEvalArguments(process.argv.slice(2));
  const { report, lines, holds } = await evaluation.run(data, options);
  console.log(json ? JSON.stringify(report) : lines.join('\n'));
  process.exitCode = holds ? 0 : 1;
} catch (error) {
  if (!InterposeError.isInstance(error)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
