import { InterposeError } from '@interpose/core';

import type { Terminal } from '../terminal/terminal.ts';
import { partsOf } from './error-parts.ts';
import type { ExitCode } from './exit-code.ts';

/** Writes why a command failed as `code: text. remedy`, or as JSON, and gives the exit code that belongs to it. */
export function tellFailure(error: unknown, terminal: Terminal): ExitCode {
  if (!InterposeError.isInstance(error)) return tellFault(error, terminal);
  const [problem, remedy] = partsOf(error);
  if (terminal.isJson) terminal.json({ error: { code: error.code, problem, remedy } });
  else terminal.warn(`${terminal.paint('red', error.code)}: ${shown(problem)}. ${remedy}`);
  return error.code === 'usage_invalid' ? 2 : 3;
}

/** What a file holds may be in it: signs that steer a terminal are not let through. */
function shown(text: string): string {
  // oxlint-disable-next-line eslint/no-control-regex -- they are what must not get out
  return text.replaceAll(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g, '\uFFFD');
}

function tellFault(error: unknown, terminal: Terminal): ExitCode {
  const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (terminal.isJson)
    terminal.json({ error: { code: 'command_failed', problem, remedy: REPORT } });
  else terminal.warn(`command_failed: ${problem}. ${REPORT}`);
  return 70;
}

const REPORT = 'This is a bug in the command; report it with the command line and this text.';
