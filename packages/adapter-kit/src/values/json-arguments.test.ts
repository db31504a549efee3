import { describe, expect, test } from 'vitest';

import {
  formatArguments,
  parseArguments,
  readArguments,
  writeArguments,
} from './json-arguments.ts';

describe('the arguments in the text of a model', () => {
  test.each([
    ['', {}],
    ['  ', {}],
    ['{"path":"/tmp"}', { path: '/tmp' }],
    ['ls -l', { input: 'ls -l' }],
    ['[1]', { input: '[1]' }],
    ['"ls"', { input: '"ls"' }],
    ['{"path":', { input: '{"path":' }],
  ])('%o are read as %o', (text, args) => {
    expect(parseArguments(text)).toEqual(args);
  });

  test.each(['ls -l', '[1]', '{"path":'])('go back free-form as they came: %s', (text) => {
    expect(formatArguments(parseArguments(text), text)).toBe(text);
  });

  test('stay an object where its only member is called input', () => {
    expect(formatArguments({ input: 'other' }, '{"input":"ls"}')).toBe('{"input":"other"}');
  });

  test('lose nothing that a hook put beside free-form text', () => {
    expect(formatArguments({ input: 'ls', cwd: '/' }, 'ls')).toBe('{"input":"ls","cwd":"/"}');
  });

  test('of no text are an object', () => {
    expect(formatArguments({ input: 'ls' }, '')).toBe('{"input":"ls"}');
    expect(formatArguments({ input: 'ls' }, undefined)).toBe('{"input":"ls"}');
  });
});

describe('the arguments that a host has read', () => {
  test.each([['ls'], [['ls']], [7], [{ path: '/tmp' }]])('come back as they were: %o', (input) => {
    expect(writeArguments(readArguments(input), input)).toEqual(input);
  });

  test('lose nothing that a hook put beside free-form input', () => {
    expect(writeArguments({ input: 'ls', cwd: '/' }, 'ls')).toEqual({ input: 'ls', cwd: '/' });
  });
});
