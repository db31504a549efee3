import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { codes } from './index.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** The places of a code: after `new InterposeError(`, after `code:`, in a list of codes, in a table of codes. */
const PLACES = [
  /new (?:InterposeError|GuardianFailure)\(\s*'([a-z_]+)'/g,
  /\bcode: '([a-z_]+)'/g,
  /^ {2}\| '([a-z]+(?:_[a-z]+)+)'/gm,
];

/** Words in such a place that are types: where the field `code` is declared. */
const OTHERS: ReadonlySet<string> = new Set(['string']);

/** Files that do not count: tests, generated files, the list itself, and replays and demos, which invent codes. */
const OUTSIDE =
  /\.test|generated|testing\/src\/(?!recorded-runs\/rows)|core\/src\/codes|vectors|cli\/src\/replay|guardian\/src\/demo/;

const sources = globSync(['packages/*/src/**/*.ts', 'apps/guardian/src/**/*.ts'], { cwd: ROOT })
  .filter((file) => !OUTSIDE.test(file))
  .map((file) => ({ file, text: withoutComments(readFileSync(join(ROOT, file), 'utf8')) }));

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*\/\*[^]*?\*\//gm, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

describe('the list of codes', () => {
  test('holds every code that the sources put on an error or a verdict', () => {
    const missing = sources.flatMap(({ file, text }) =>
      PLACES.flatMap((place) => [...text.matchAll(place)])
        .map(([, code]) => code!)
        .filter((code) => !(code in codes) && !OTHERS.has(code))
        .map((code) => `${code} in ${file}`),
    );
    expect(missing).toEqual([]);
  });

  test('holds no code that no source puts anywhere', () => {
    const text = sources.map((source) => source.text).join('\n');
    const made = /_unsupported$|^(?:opa|cedar)_/; // the sources build these: `${verb}_unsupported`, `${engine}_error`
    expect(
      Object.keys(codes).filter((code) => !made.test(code) && !text.includes(`'${code}'`)),
    ).toEqual([]);
  });

  test('says of each in whole sentences what happened and what to do', () => {
    const isSentence = (text: string): boolean => /^\S.{8,}\.$/.test(text);
    const odd = Object.entries(codes).filter(
      ([, { cause, remedy, from }]) => !isSentence(cause) || !isSentence(remedy) || from === '',
    );
    expect(odd).toEqual([]);
  });
});
