import { describe, expect, test } from 'vitest';

import { parseArguments } from './parse-arguments.ts';

const KNOWN = ['G1', 'G2', 'G10'];

describe('parseArguments', () => {
  test('runs every gate when nothing is asked for', () => {
    expect(parseArguments([], KNOWN)).toEqual({ gates: KNOWN, json: false });
  });

  test('runs the named gates once each, in the order of the table, whatever their case', () => {
    expect(parseArguments(['--only', 'g10, G1,G10', '--json'], KNOWN)).toEqual({
      gates: ['G1', 'G10'],
      json: true,
    });
  });

  test('takes the equals form and the separator a package manager inserts', () => {
    expect(parseArguments(['--', '--only=G2'], KNOWN)).toEqual({ gates: ['G2'], json: false });
  });

  test('refuses an unknown gate and lists the known ones', () => {
    expect(() => parseArguments(['--only', 'G1,G99'], KNOWN)).toThrow(
      '[bench_unknown_gate] there is no gate "G99"; choose from G1, G2, G10',
    );
  });

  test('refuses an empty list of gates', () => {
    expect(() => parseArguments(['--only'], KNOWN)).toThrow(/^\[bench_no_gate\].*choose from G1/);
    expect(() => parseArguments(['--only', ' ,'], KNOWN)).toThrow(/^\[bench_no_gate\]/);
  });

  test('refuses an unknown option and shows the usage', () => {
    expect(() => parseArguments(['--fast'], KNOWN)).toThrow(
      '[bench_unknown_option] "--fast" is not an option; use [--only G1,G2] [--json]',
    );
  });
});
