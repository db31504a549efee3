import { InterposeError } from '@interpose/core';

import type { Terminal } from '../terminal/terminal.ts';
import type { ExitCode } from './exit-code.ts';

/** Prints why a command failed as `code: text. remedy`, or as JSON, and returns the exit code. */
export function tellFailure(error: unknown, terminal: Terminal): ExitCode {
  if (!InterposeError.isInstance(error)) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tell('command_failed', problem, REPORT, terminal);
    return 70;
  }
  tell(error.code, ...partsOf(error), terminal);
  return error.code === 'usage_invalid' ? 2 : 3;
}

const REPORT = 'This is a bug in the command; report it with the command line and this text.';

function tell(code: string, problem: string, remedy: string, terminal: Terminal): void {
  terminal.json({ error: { code, problem, remedy } });
  if (!terminal.isJson)
    terminal.warn(`${terminal.paint('red', code)}: ${shown(problem)}. ${remedy}`);
}

/** Removes terminal control characters, since the text may quote a file. */
function shown(text: string): string {
  // oxlint-disable-next-line eslint/no-control-regex -- they are what must not get out
  return text.replaceAll(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g, '\uFFFD');
}

/** Splits a message `[code] problem; remedy` into the problem and the remedy as a sentence. */
export function partsOf({
  code,
  message,
}: InterposeError): readonly [problem: string, remedy: string] {
  const text = inOneLine(message.replace(`[${code}] `, ''));
  const end = text.lastIndexOf('; ');
  if (end < 0) return [text, ''];
  const remedy = text.slice(end + 2);
  const stop = remedy.endsWith('?') ? '' : '.';
  return [text.slice(0, end), `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}${stop}`];
}

/** Joins the lines of another program's message. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
