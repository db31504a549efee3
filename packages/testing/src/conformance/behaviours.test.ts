import { globSync } from 'node:fs';
import { basename } from 'node:path';

import { expect, test } from 'vitest';

import { behaviours } from './behaviours.ts';
import { features } from './feature.ts';

/** Capabilities that no SDK can show from outside; the core's own tests prove them. */
const provenByTheCore: ReadonlyMap<number, string> = new Map([
  [29, 'custom events never pass an SDK'],
]);

test('every behaviour has a number and a title of its own', () => {
  const ids = behaviours.map(({ id }) => id);
  expect(ids.filter((id) => !/^C\d{3}$/.test(id))).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(new Set(behaviours.map(({ title }) => title)).size).toBe(behaviours.length);
});

test('every theme is told in the file of its name', () => {
  const themes = new Set(behaviours.map(({ theme }) => theme));
  const files = globSync('behaviours/*/*.ts', { cwd: import.meta.dirname });
  const told = new Set(files.map((file) => basename(file, '.ts')));
  expect([...themes].filter((theme) => !told.has(theme))).toEqual([]);
});

test('the rows 1 to 64 are proven by some behaviour, or cannot be seen through an SDK', () => {
  const proven = new Set(behaviours.flatMap(({ rows }) => rows));
  const open = Array.from({ length: 64 }, (_, index) => index + 1).filter(
    (row) => !proven.has(row),
  );
  expect(open).toEqual([...provenByTheCore.keys()]);
});

test('every feature is needed by some behaviour', () => {
  const needed = new Set(behaviours.flatMap(({ needs }) => needs));
  expect(features.filter((feature) => !needed.has(feature))).toEqual([]);
});
