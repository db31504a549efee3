import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';

import schema from '../../schema/rules.schema.json' with { type: 'json' };
import type { RuleFile } from './rule-file.ts';
import type { Place, RuleSource } from './rule-source.ts';

/** Keywords whose error only says that something inside does not fit. The inner error is reported instead. */
const OUTER = new Set([
  'properties',
  'items',
  '$ref',
  'additionalProperties',
  'anyOf',
  'if',
  'then',
]);

/** The version of the form, from the schema. */
const VERSION = schema.properties.schema.const;

/**
 * Checks a file of rules against the published schema.
 *
 * @throws InterposeError `invalid_rules`, naming the innermost place that does not fit; `unknown_schema` for a file of
 * another version of the form.
 */
export function checkForm(source: RuleSource): RuleFile {
  // Checked first, since a later version may have keys that look like mistakes here, or mean something else.
  const { schema: version = VERSION } = (source.value ?? {}) as { readonly schema?: unknown };
  if (version !== VERSION)
    throw source.fault(
      ['schema'],
      `is ${JSON.stringify(version)}, and ${VERSION} is the version that is known here`,
      `write schema: ${VERSION}, or install the @interpose/policies that it was written for`,
      'unknown_schema',
    );
  const { valid, errors } = validated(source);
  if (valid) return source.value as RuleFile;
  const faults = errors
    .filter(({ keyword }) => !OUTER.has(keyword))
    .toSorted((left, right) => placeOf(right).length - placeOf(left).length);
  const [fault] = faults.length === 0 ? errors : faults;
  if (fault === undefined) throw source.fault([], 'does not fit the schema', 'see the schema');
  const { problem, remedy } = explain(source, fault, errors);
  throw source.fault(placeOf(fault), problem, remedy);
}

function validated(source: RuleSource): ReturnType<Validator['validate']> {
  const validator = new Validator(structuredClone(schema) as Schema, '2020-12', false);
  try {
    return validator.validate(source.value);
  } catch {
    // The library throws for these, in an object as well as in the tags of YAML.
    const problem = 'holds a value that JSON does not have, such as undefined or a bigint';
    throw source.fault([], problem, 'leave it out, or write it as a text');
  }
}

interface Explanation {
  readonly problem: string;
  readonly remedy: string;
}

function explain(
  source: RuleSource,
  fault: OutputUnit,
  errors: readonly OutputUnit[],
): Explanation {
  const { keyword, error } = fault;
  const place = placeOf(fault);
  if (keyword === 'false') {
    return { problem: 'is no key that is known here', remedy: oneOf(knownKeys(fault, errors)) };
  }
  if (keyword === 'enum') {
    const choices = schemaAt(fault)['enum'] as readonly string[];
    const isName = fault.keywordLocation.includes('/propertyNames/');
    const value = isName ? String(place.at(-1)) : shown(source, place);
    return { problem: `is ${value}, which is not known`, remedy: oneOf(choices) };
  }
  if (keyword === 'required') {
    const missing = /"(.*)"/.exec(error)?.[1] ?? 'a key';
    return { problem: `lacks ${missing}`, remedy: `add ${missing}` };
  }
  if (keyword === 'type')
    return { problem: `is ${shown(source, place)}`, remedy: `write ${typeNames(fault)}` };
  return { problem: `does not fit: ${error}`, remedy: 'see rules.schema.json' };
}

function knownKeys(fault: OutputUnit, errors: readonly OutputUnit[]): readonly string[] {
  const owner = errors.find(
    ({ keyword, instanceLocation }) =>
      keyword === 'additionalProperties' &&
      fault.instanceLocation.startsWith(`${instanceLocation}/`) &&
      placeOf(fault).length === keysOf(instanceLocation).length + 1,
  );
  return owner === undefined ? [] : Object.keys(schemaAt(owner)['properties'] ?? {});
}

/** Returns the schema that holds the failed keyword. */
function schemaAt({ keywordLocation }: OutputUnit): Readonly<Record<string, unknown>> {
  return follow(
    keysOf(keywordLocation)
      .slice(0, -1)
      .filter((key) => key !== '$ref'),
  );
}

function follow(keys: readonly string[]): Readonly<Record<string, unknown>> {
  let found: Readonly<Record<string, unknown>> = schema;
  for (const key of keys) {
    found = found[key] as Readonly<Record<string, unknown>>;
    const { $ref } = found;
    if (typeof $ref === 'string') found = follow(keysOf($ref));
  }
  return found;
}

function typeNames(fault: OutputUnit): string {
  const { type } = schemaAt(fault);
  return [type].flat().map(withArticle).join(' or ');
}

function withArticle(type: unknown): string {
  return `${/^[aeiou]/.test(String(type)) ? 'an' : 'a'} ${String(type)}`;
}

function placeOf({ instanceLocation }: OutputUnit): Place {
  return keysOf(instanceLocation).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

function keysOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => decodeURI(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function shown(source: RuleSource, place: Place): string {
  let value = source.value;
  for (const key of place) value = (value as Record<string | number, unknown>)[key];
  return JSON.stringify(value)?.slice(0, 60) ?? 'nothing';
}

function oneOf(choices: readonly string[]): string {
  return `write one of ${choices.join(', ')}`;
}
