import { InterposeError, type Policy } from '@interpose/core';

import { rules } from './rules.ts';

/**
 * Makes a policy of the rules in a file, read once; Node, Bun and Deno only.
 *
 * @throws InterposeError `invalid_rules`, naming file, line and remedy, also for a file that cannot be read.
 * @example
 * createHooks({ policies: [rulesFile('rules.yaml')] });
 */
export function rulesFile(path: string): Policy {
  return rules(readRules(path), { file: path });
}

/** Returns the text of a file of rules instead of the disk; undefined if it has none. */
type RulesReader = (path: string) => string | undefined;

let readerOfHost: RulesReader | undefined;

/**
 * Lets a program that loads policies, such as a guardian, give `rulesFile` the texts of the version it loads: the files
 * on disk may be newer.
 *
 * @example
 * readRulesWith((path) => (path === 'rules.yaml' ? 'default: deny\nrules: []' : undefined));
 */
export function readRulesWith(reader: RulesReader): void {
  readerOfHost = reader;
}

/** Returns the text of a file of rules. */
export function readRules(path: string): string {
  const given = readerOfHost?.(path);
  if (given !== undefined) return given;
  try {
    return process.getBuiltinModule('node:fs').readFileSync(path, 'utf8');
  } catch (cause) {
    throw new InterposeError('invalid_rules', `${path} cannot be read`, 'pass the path of a file', {
      cause,
    });
  }
}
