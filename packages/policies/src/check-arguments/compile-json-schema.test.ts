import type { Context, Dict } from '@interpose/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { compileJsonSchema } from './compile-json-schema.ts';

function fits(schema: Dict | boolean, args: unknown): boolean {
  const checked = compileJsonSchema('tool', schema)(args as Dict, {} as Context<'preToolCall'>);
  return 'kind' in checked && checked.kind === 'fits';
}

describe('a JSON Schema that would be passed over in part is refused', () => {
  test.each<[string, Dict]>([
    ['a word that is unknown', { properties: { a: { tpye: 'string' } } }],
    ['a word of another dialect', { nullable: true }],
    ['a type that is unknown', { type: 'strin' }],
    ['a format that is unknown', { properties: { a: { format: 'iban' } } }],
    ['a format whose check may take forever', { format: 'url' }],
    ['a pattern that is no RegExp', { pattern: '(' }],
    ['a key pattern that is no RegExp', { patternProperties: { '(': true } }],
    ['a draft that is unknown', { $schema: 'http://json-schema.org/draft-04/schema#' }],
    ['a draft that is no text', { $schema: 7 }],
    ['a reference to elsewhere', { $ref: 'https://example.com/schema.json' }],
    ['a reference to nothing', { $ref: '#/$defs/a' }],
    ['a reference to what is no schema', { $ref: '#/default', default: {} }],
    ['a reference that cannot be read', { $ref: '#/%' }],
    ['a dynamic reference', { $dynamicRef: '#a' }],
    ['an anchor', { $anchor: 'a' }],
    ['an id inside', { properties: { a: { $id: 'https://example.com/a' } } }],
    ['a list of items of older drafts', { items: [true] }],
    ['what came after it', { additionalItems: false }],
    [
      'a list of items of newer drafts',
      { $schema: 'http://json-schema.org/draft-07/schema#', prefixItems: [true] },
    ],
    [
      'what stands beside a reference in draft 7',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        $ref: '#/definitions/a',
        definitions: { a: {} },
        type: 'object',
      },
    ],
    ['a schema that is none', { properties: { a: 'string' } }],
    ['a bound that is none', { minimum: '5' }],
    ['a list that is none', { required: 'a' }],
    ['a word every object has', { constructor: true }],
    ['a word of every prototype', JSON.parse('{"__proto__": {"type": "string"}}') as Dict],
  ])('%s', (_, schema) => {
    expect(() => compileJsonSchema('tool', schema)).toThrow('[invalid_option]');
  });
});

describe('a JSON Schema holds', () => {
  test.each<[string, Dict | boolean, unknown, boolean]>([
    ['true', true, { a: 1 }, true],
    ['false', false, {}, false],
    ['required of what every object has', { required: ['toString'] }, {}, false],
    [
      'properties of what every object has',
      { properties: { toString: { type: 'string' } } },
      {},
      true,
    ],
    [
      'no more properties',
      { properties: { a: true }, additionalProperties: false },
      JSON.parse('{"a":1,"__proto__":2}'),
      false,
    ],
    [
      'no unevaluated properties',
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { a: 1, b: 2 },
      false,
    ],
    [
      'a reference',
      { properties: { a: { $ref: '#/$defs/a b' } }, $defs: { 'a b': { type: 'string' } } },
      { a: 1 },
      false,
    ],
    [
      'an encoded reference',
      { properties: { a: { $ref: '#/$defs/a%20b' } }, $defs: { 'a b': { type: 'string' } } },
      { a: 'x' },
      true,
    ],
    [
      'a list of draft 7',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        properties: { a: { items: [{ type: 'string' }], additionalItems: false } },
      },
      { a: ['x', 1] },
      false,
    ],
    [
      'a list',
      { properties: { a: { prefixItems: [{ type: 'string' }], items: false } } },
      { a: ['x'] },
      true,
    ],
    [
      'a longer list',
      { properties: { a: { prefixItems: [{ type: 'string' }], items: false } } },
      { a: ['x', 1] },
      false,
    ],
    ['an object as constant', { const: { a: 1 } }, { a: 1, b: 2 }, false],
    ['a format', { properties: { a: { format: 'email' } } }, { a: 'nobody' }, false],
    [
      'a condition',
      JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]}}') as Dict,
      { a: 1 },
      false,
    ],
  ])('%s', (_, schema, args, expected) => {
    expect(fits(schema, args)).toBe(expected);
  });

  test('for what a schema library writes', () => {
    const schema = z.toJSONSchema(
      z.strictObject({ to: z.email(), tags: z.array(z.enum(['a', 'b'])).max(2) }),
    );
    expect(fits(schema, { to: 'ada@example.com', tags: ['a'] })).toBe(true);
    expect(fits(schema, { to: 'ada@example.com', tags: ['a', 'b', 'a'] })).toBe(false);
  });

  test.each<[string, unknown]>([
    ['a date', { a: new Date() }],
    ['nothing', { a: undefined }],
    ['a number JSON has no word for', { a: Number.NaN }],
    ['a function', { a: () => 1 }],
    ['a big integer', { a: 1n }],
  ])('only for plain data: %s throws', (_, args) => {
    expect(() => fits({ type: 'object' }, args)).toThrow('plain data');
  });

  test('and is left as it was', () => {
    const schema = { $defs: { a: { type: 'string' } }, properties: { a: { $ref: '#/$defs/a' } } };
    const before = JSON.stringify(schema);
    expect(fits(Object.freeze(schema), { a: 'x' })).toBe(true);
    expect(JSON.stringify(schema)).toBe(before);
    expect(Object.getOwnPropertyNames(schema.properties.a)).toEqual(['$ref']);
  });

  test('what a plain reading of its words holds', () => {
    const schema = {
      type: 'object',
      properties: {
        n: { type: 'integer', minimum: 0, exclusiveMaximum: 10 },
        s: { type: 'string', maxLength: 3 },
      },
      required: ['n'],
      additionalProperties: { type: 'boolean' },
    };
    const json = fc.dictionary(
      fc.constantFrom('n', 's', 'x', '__proto__'),
      fc.oneof(
        fc.integer({ min: -3, max: 12 }),
        fc.string({ maxLength: 5 }),
        fc.boolean(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      ),
    );
    fc.assert(
      fc.property(json, (args) => {
        const { n, s, ...rest } = args;
        const isNumber = typeof n === 'number' && Number.isInteger(n) && n >= 0 && n < 10;
        const isText =
          !Object.hasOwn(args, 's') || (typeof s === 'string' && Array.from(s).length <= 3);
        const expected =
          isNumber && isText && Object.values(rest).every((each) => typeof each === 'boolean');
        expect(fits(schema, args)).toBe(expected);
      }),
    );
  });
});
