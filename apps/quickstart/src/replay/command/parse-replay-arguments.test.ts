import { expect, test } from 'vitest';
import { parseReplayArguments } from './parse-replay-arguments.ts';

const least = ['runs.jsonl', '--framework', 'ai-sdk', '--policies', 'none'];
const parse = (...words: string[]): unknown => parseReplayArguments(words, ['ai-sdk']);

test('what is left out has a default', () => {
  expect(parse(...least)).toEqual({
    recording: 'runs.jsonl',
    framework: 'ai-sdk',
    policies: 'none',
    isStreamed: false,
    throughGuardian: false,
    limit: Infinity,
    asJson: false,
  });
});

test('the word all stands for every framework', () => {
  expect(parse(...least.with(2, 'all'))).toMatchObject({ framework: 'all' });
});

test('options may stand anywhere, also behind the separator of a package manager', () => {
  const words = ['--', '--json', '--stream', ...least, '--limit=3'];
  expect(parse(...words)).toMatchObject({ isStreamed: true, asJson: true, limit: 3 });
});

test.each([
  ['no file', ['--framework', 'ai-sdk', '--policies', 'none']],
  ['two files', [...least, 'more.jsonl']],
  ['no framework', ['runs.jsonl', '--policies', 'none']],
  ['no policies', ['runs.jsonl', '--framework', 'ai-sdk']],
  ['policies without a name', ['runs.jsonl', '--framework', 'ai-sdk', '--policies=']],
  ['a guardian without policies', [...least, '--guardian']],
  ['an option that does not exist', [...least, '--speed']],
  ['an option without its value', [...least, '--limit']],
  ['a limit of nothing', [...least, '--limit', '0']],
  ['a limit that is no number', [...least, '--limit', '3x']],
  ['a value where none belongs', [...least, '--json=yes']],
])('%s is refused with the way to write it', (_, words) => {
  expect(() => parse(...words)).toThrow(/^\[arguments_invalid\] .*; use pnpm replay </);
});

test('an unknown framework is refused with the names of the known ones', () => {
  const words = ['runs.jsonl', '--framework', 'ai', '--policies', 'none'];
  expect(() => parse(...words)).toThrow(
    '[framework_unknown] there is no framework "ai"; choose from ai-sdk, all',
  );
});
