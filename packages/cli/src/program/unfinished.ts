import { writeSync } from 'node:fs';

let isJson = false;

/** Marks the start: if the process ends before `finished`, the exit must not look like a success. */
export function begun(writesJson: boolean): void {
  isJson = writesJson;
  process.once('exit', tell);
}

/** Marks the end: the process may exit with the code of the command. */
export function finished(): void {
  process.off('exit', tell);
}

function tell(code: number): void {
  process.exitCode = 3;
  const error = {
    code: 'policies_unreadable',
    problem: `the process was ended with ${code} before the command was done, as by a module of policies that calls process.exit or throws`,
    remedy: 'Put the policies into a module that does not run the app.',
  };
  try {
    if (isJson) writeSync(1, `${JSON.stringify({ error }, undefined, 2)}\n`);
    else writeSync(2, `${error.code}: ${error.problem}. ${error.remedy}\n`);
  } catch {
    // Nobody reads the message; the exit code is enough.
  }
}
