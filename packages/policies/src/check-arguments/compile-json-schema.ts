import { Validator, type OutputUnit } from '@cfworker/json-schema';
import { InterposeError, type Dict } from '@interpose/core';

import { spend } from '../shared/budget/work-budget.ts';
import type { CompiledCheck, Issue } from './argument-check.ts';
import { isJson } from './is-json.ts';
import { requireReadable } from './require-readable.ts';

/**
 * Reads a JSON Schema once. The validator interprets it, so it also works where code must not be generated.
 *
 * @throws InterposeError `invalid_option` for a keyword, format, pattern, reference or draft that would not hold.
 */
export function compileJsonSchema(tool: string, given: Dict | boolean): CompiledCheck {
  const schema = copyOf(tool, given);
  const draft = requireReadable(tool, schema);
  const validator = new Validator(schema, draft, false);
  const compares = JSON.stringify(schema).includes('"uniqueItems":true');
  return (args) => {
    if (!isJson(args)) throw new TypeError('arguments are no plain data');
    if (compares) spendOnPairs(args);
    const { valid, errors } = validator.validate(args);
    if (valid) return { kind: 'fits', value: args };
    return { kind: 'issues', issues: innermost(errors).map(readError) };
  };
}

/** Spends the work of `uniqueItems`: the validator compares every two items of a list. */
function spendOnPairs(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const inner = Object.values(value).map(spendOnPairs);
  const size = inner.reduce((sum, each) => sum + each, 1);
  if (Array.isArray(value)) spend(value.length * size);
  return size;
}

/** Copies the schema, because the validator writes into it. */
function copyOf(tool: string, given: Dict | boolean): Dict | boolean {
  try {
    return structuredClone(given);
  } catch (cause) {
    throw new InterposeError(
      'invalid_option',
      `the schema of ${tool} is no plain data`,
      'pass a JSON Schema, or a schema that has ~standard',
      { cause },
    );
  }
}

/** Keywords whose error only says "something in here is wrong"; the error inside is reported instead. */
const OUTER: ReadonlySet<string> = new Set(['properties', 'items', 'prefixItems', '$ref', 'allOf']);

function innermost(errors: readonly OutputUnit[]): readonly OutputUnit[] {
  const inner = errors.filter(({ keyword }) => !OUTER.has(keyword));
  return inner.length === 0 ? errors : inner;
}

function readError({ instanceLocation, keyword, error }: OutputUnit): Issue {
  const path = instanceLocation
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  // Only the text names the missing property. The name is safe to repeat, since it comes from the schema.
  const missing = keyword === 'required' ? /"(.*)"/.exec(error)?.[1] : undefined;
  return { path: missing === undefined ? path : [...path, missing], rule: keyword };
}
