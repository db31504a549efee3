import { isEqual } from 'ohash';
import { RE2JS, RE2JSSyntaxException } from 're2js';

import { spend } from '../shared/budget/work-budget.ts';
import type { RuleTest } from './rule-file.ts';
import type { Place, RuleSource } from './rule-source.ts';
import { Mismatch } from './scene.ts';

/**
 * Tests one value, which may have several readings: each operator must hold for one of them.
 *
 * @throws Mismatch for a value of a kind it cannot judge.
 */
export type ValueTest = (...readings: readonly unknown[]) => boolean;

type Compile = (operand: never, source: RuleSource, place: Place) => ValueTest;

/** The cost of RE2 for one character, in units of work. */
const PER_CHARACTER = 10;

const OPERATORS: { readonly [K in keyof RuleTest]-?: Compile } = {
  equals: (operand: unknown) => (value) => isSame(value, operand),
  in: (operands: readonly unknown[]) => (value) =>
    operands.some((operand) => isSame(value, operand)),
  exists: (wanted: boolean) => (value) => (value !== undefined) === wanted,
  contains: (operand: unknown) => (value) => {
    if (Array.isArray(value)) return value.some((item) => isSame(item, operand));
    return text(value, 'contains').includes(text(operand, 'contains'));
  },
  startsWith: (start: string) => (value) => text(value, 'startsWith').startsWith(start),
  endsWith: (end: string) => (value) => text(value, 'endsWith').endsWith(end),
  matches: (pattern: string, source, place) => {
    const compiled = compilePattern(source, place, pattern);
    return (value) => {
      const read = text(value, 'matches');
      spend(read.length * PER_CHARACTER);
      return compiled.test(read);
    };
  },
  lessThan: (limit: number) => (value) => number(value, 'lessThan') < limit,
  atMost: (limit: number) => (value) => number(value, 'atMost') <= limit,
  greaterThan: (limit: number) => (value) => number(value, 'greaterThan') > limit,
  atLeast: (limit: number) => (value) => number(value, 'atLeast') >= limit,
  each: (test: RuleTest, source, place) => {
    const holds = compileTest(source, place, test);
    return (value) => {
      const items = list(value, 'each');
      return items.length > 0 && items.every((item) => holds(item));
    };
  },
  some: (test: RuleTest, source, place) => {
    const holds = compileTest(source, place, test);
    return (value) => list(value, 'some').some((item) => holds(item));
  },
};

/**
 * Compiles operators that must all hold for one value.
 *
 * @throws InterposeError `invalid_rules` for a pattern that is not RE2 syntax.
 */
export function compileTest(source: RuleSource, place: Place, test: RuleTest): ValueTest {
  const tests = Object.entries(test).map(([name, operand]) => {
    if (Number.isNaN(operand))
      throw source.fault([...place, name], 'is no number', 'write a number');
    const compile: Compile = OPERATORS[name as keyof RuleTest];
    return compile(operand as never, source, [...place, name]);
  });
  return (...readings) => tests.every((holds) => readings.some((value) => holds(value)));
}

/**
 * Compiles a pattern for an engine whose time is linear in the length of the text.
 *
 * @throws InterposeError `invalid_rules` for what RE2 does not know.
 */
export function compilePattern(source: RuleSource, place: Place, pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw source.fault(
      place,
      `is a pattern that cannot be read in bounded time: ${error.message}`,
      'use RE2 syntax, which has no look-around and no back-references',
    );
  }
}

function isSame(value: unknown, operand: unknown): boolean {
  if (typeof operand !== 'object' || operand === null) return value === operand;
  return isEqual(value, operand);
}

function text(value: unknown, operator: string): string {
  if (typeof value === 'string') return value;
  throw new Mismatch(`${operator} met ${kindOf(value)} instead of a text`);
}

function number(value: unknown, operator: string): number {
  if (typeof value === 'number' && !Number.isNaN(value)) return value;
  throw new Mismatch(`${operator} met ${kindOf(value)} instead of a number`);
}

function list(value: unknown, operator: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Mismatch(`${operator} met ${kindOf(value)} instead of a list`);
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}
