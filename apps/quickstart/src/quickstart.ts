import { InterposeError } from '@interpose/core';
import { parseQuickstartArguments } from './quickstart/parse-quickstart-arguments.ts';
import { runQuickstart } from './quickstart/run-quickstart.ts';

try {
  const choice = parseQuickstartArguments(process.argv.slice(2), process.env);
  await runQuickstart(choice, (text) => console.log(text));
} catch (error) {
  if (!InterposeError.isInstance(error)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
