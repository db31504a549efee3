import { parseGuardianArguments } from './parse-guardian-arguments.ts';
import { reporter } from './reporter.ts';
import { resolveOwnPackages } from './resolve-own-packages.ts';
import { runGuardian } from './run-guardian.ts';

const choice = parseGuardianArguments(process.argv.slice(2));
if ('problem' in choice) {
  console.error(choice.problem);
  process.exitCode = 2;
} else {
  resolveOwnPackages();
  process.exitCode = await runGuardian(choice, reporter(choice.json));
}
