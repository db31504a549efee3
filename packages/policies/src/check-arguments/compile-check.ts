import { InterposeError, type Dict } from '@interpose/core';
import type { StandardSchemaV1 } from '@standard-schema/spec';

import { andThen } from '../shared/values/and-then.ts';
import type {
  ArgumentCheck,
  ArgumentPredicate,
  Checked,
  CompiledCheck,
  Issue,
} from './argument-check.ts';
import { compileJsonSchema } from './compile-json-schema.ts';

/**
 * Reads one check, in any of its three forms.
 *
 * @throws InterposeError `invalid_option` when it is none, or a schema that cannot be read as a whole.
 */
export function compileCheck(tool: string, check: ArgumentCheck): CompiledCheck {
  const given: unknown = check;
  if (isStandard(given)) return compileStandard(tool, given);
  if (typeof given === 'function') return compilePredicate(given as ArgumentPredicate);
  if (typeof given === 'boolean' || (typeof given === 'object' && given !== null))
    return compileJsonSchema(tool, given as Dict | boolean);
  throw new InterposeError(
    'invalid_option',
    `the check of ${tool} is ${typeof given}`,
    'pass a Standard Schema, a JSON Schema or a function',
  );
}

function isStandard(check: unknown): check is StandardSchemaV1 {
  if (typeof check === 'function') return '~standard' in check;
  return typeof check === 'object' && check !== null && '~standard' in check;
}

function compileStandard(tool: string, schema: StandardSchemaV1): CompiledCheck {
  const { version, validate } = schema['~standard'] as Partial<StandardSchemaV1.Props>;
  if (version !== 1 || typeof validate !== 'function') {
    throw new InterposeError(
      'invalid_option',
      `the schema of ${tool} is of a Standard Schema version that is not known`,
      'pass a schema of version 1',
    );
  }
  return (args) => andThen(schema['~standard'].validate(args), readResult);
}

/** Reads the result of a Standard Schema. It fits only with a `value` and without `issues`. */
function readResult(result: StandardSchemaV1.Result<unknown>): Checked {
  const { issues } = result;
  if (issues !== undefined) return { kind: 'issues', issues: Array.from(issues, readIssue) };
  if (!('value' in result)) throw new TypeError('a schema gave neither a value nor issues');
  return { kind: 'fits', value: result.value };
}

/** Reads an issue without its message, which may quote the value. Libraries put the rule into `code` or `type`. */
function readIssue(issue: StandardSchemaV1.Issue): Issue {
  const path = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
  const { code, type } = issue as { readonly code?: unknown; readonly type?: unknown };
  const rule = typeof code === 'string' ? code : type;
  return typeof rule === 'string' ? { path, rule } : { path };
}

function compilePredicate(predicate: ArgumentPredicate): CompiledCheck {
  return (args, ctx) =>
    andThen(predicate(args, ctx), (said: unknown): Checked => {
      if (said === true) return { kind: 'fits', value: args };
      return typeof said === 'string' && said !== ''
        ? { kind: 'refused', reason: said }
        : { kind: 'issues', issues: [{ path: [] }] };
    });
}
