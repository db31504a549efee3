import type { SchemaDraft } from '@cfworker/json-schema';

/** The drafts, by the address that `$schema` may hold. */
export const DRAFTS: Readonly<Record<string, SchemaDraft>> = {
  'http://json-schema.org/draft-07/schema': '7',
  'https://json-schema.org/draft/2019-09/schema': '2019-09',
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
};

/** Keywords that describe and check nothing. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$comment',
  '$schema',
  'default',
  'deprecated',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
]);

/** Keywords that hold one schema. */
export const SCHEMAS: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/** Keywords that hold a list of schemas in every draft. */
export const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);

/** Keywords that hold schemas by name. */
export const MAPS: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

const TYPES: ReadonlySet<unknown> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]);

/** All other keywords, each with a test whether its value is valid. */
export const RULES: Readonly<Record<string, (value: unknown) => boolean>> = {
  const: (value) => value !== undefined,
  dependentRequired: (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every(isNames),
  enum: Array.isArray,
  exclusiveMaximum: Number.isFinite,
  exclusiveMinimum: Number.isFinite,
  format: (value) => typeof value === 'string',
  maxContains: isCount,
  maxItems: isCount,
  maxLength: isCount,
  maxProperties: isCount,
  maximum: Number.isFinite,
  minContains: isCount,
  minItems: isCount,
  minLength: isCount,
  minProperties: isCount,
  minimum: Number.isFinite,
  multipleOf: (value) => typeof value === 'number' && value > 0,
  pattern: (value) => typeof value === 'string',
  required: isNames,
  type: (value) =>
    TYPES.has(value) ||
    (Array.isArray(value) && value.length > 0 && value.every((each) => TYPES.has(each))),
  uniqueItems: (value) => typeof value === 'boolean',
};

/** Formats whose check can take time exponential in the length of the text, or that belong to no draft. */
export const UNREADABLE_FORMATS: ReadonlySet<string> = new Set([
  'json-pointer-uri-fragment',
  'url',
]);

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}
