import { readRun } from '@interpose/testing';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { formatComparedRun, formatParity } from './format-parity.ts';
import type { RunParity } from './compare/judge-parity.ts';

const run = readRun({ suite: 'shop', messages: [{ role: 'user', content: 'Hi.' }] });
const expected = { event: 'onResponse', chat: 2, iteration: 0, attempt: 1, about: '' };

function format(parity: Partial<RunParity>): string {
  const compared = { unlisted: [], listed: new Map(), ...parity };
  return stripVTControlCharacters(
    formatComparedRun({ kind: 'compared', row: 7, run, parity: compared }),
  );
}

test('a run that is the same everywhere takes one line', () => {
  expect(format({})).toBe('row 7: shop the same everywhere');
});

test('an unlisted difference says where it is and what stands there instead', () => {
  const got = { ...expected, event: 'onRequestError' };
  const unlisted = [
    { framework: 'openai', position: 4, expected },
    { framework: 'openai', position: 4, got },
  ];
  expect(format({ unlisted }).split('\n')).toEqual([
    'row 7: shop 2 UNLISTED DIFFERENCES',
    '  openai, event 4: got nothing, expected chat 2 onResponse #0',
    '  openai, event 4: got chat 2 onRequestError #0, expected nothing there',
  ]);
});

test('of many differences the first ten are printed', () => {
  const unlisted = Array.from({ length: 12 }, () => ({
    framework: 'openai',
    position: 1,
    expected,
  }));
  expect(format({ unlisted }).split('\n').slice(-2)[1]).toBe('  and 2 more');
});

test('the totals end with the list of what hosts force', () => {
  const listed = [{ framework: 'openai', event: 'onMessage', reason: 'it keeps none', count: 3 }];
  expect(formatParity({ runs: 2, unlisted: 0, listed }).split('\n')).toEqual([
    '2 runs compared, 0 with an unlisted difference',
    'differences that a host forces:',
    '  3 × openai onMessage: it keeps none',
  ]);
});
