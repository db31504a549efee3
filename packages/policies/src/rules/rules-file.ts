import { InterposeError, type Policy } from '@interpose/core';

import { rules } from './rules.ts';

/**
 * A policy of the rules in a file, read once; Node, Bun and Deno only.
 *
 * @throws InterposeError `invalid_rules`, naming file, line and remedy, also for a file that cannot be read.
 * @example
 * createHooks({ policies: [rulesFile('rules.yaml')] });
 */
export function rulesFile(path: string): Policy {
  return rules(readRules(path), { file: path });
}

/** The text of a file of rules. */
export function readRules(path: string): string {
  try {
    return process.getBuiltinModule('node:fs').readFileSync(path, 'utf8');
  } catch (cause) {
    throw new InterposeError('invalid_rules', `${path} cannot be read`, 'pass the path of a file', {
      cause,
    });
  }
}
