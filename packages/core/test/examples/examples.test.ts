import { describe, expect, test } from 'vitest';

import { compileExamples, readPublicNames } from './compile-examples.ts';
import { findExamples, readmeBlocks } from './find-examples.ts';
import { runExample } from './run-example.ts';

const examples = findExamples();
const publicNames = readPublicNames();
const exported = new Map(
  [...publicNames].map(([entry, names]) => [entry, names.map(({ name }) => name)]),
);

describe('every public name', () => {
  const all = [...publicNames.values()].flat();

  test('says in a sentence what it is', () => {
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(({ sentence }) => !/^[A-Z`][^]*\S/.test(sentence))).toEqual([]);
  });

  test('is shown in an example', () => {
    expect(all.filter(({ hasExample }) => !hasExample)).toEqual([]);
  });
});

describe('every example', () => {
  test('compiles', () => {
    expect(examples.length).toBeGreaterThan(20);
    expect(compileExamples(examples, exported)).toEqual([]);
  });

  test('would not compile with a wrong name in it', () => {
    const wrong = { place: 'here', code: "hooks.addHook('preToolCal', () => deny('no'));\n" };
    expect(compileExamples([wrong], exported)).toEqual([expect.stringContaining('here, line 1')]);
  });

  test.each(examples.map((example) => [example.place, example] as const))(
    'at %s runs',
    async (_, example) => {
      await expect(runExample(example)).resolves.toBeInstanceOf(Array);
    },
  );

  test('in the README prints what the README says it prints', async () => {
    const [code] = readmeBlocks('ts');
    const [printed] = readmeBlocks('text');
    expect((await runExample(code!)).join('\n')).toBe(printed!.code.trim());
  });

  test('would not run with a wrong value in it', async () => {
    const wrong = { place: 'here', code: "textOf('hello'); // => 'goodbye'\n" };
    await expect(runExample(wrong)).rejects.toThrow('goodbye');
  });
});
