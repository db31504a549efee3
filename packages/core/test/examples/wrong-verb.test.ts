import { expect, test } from 'vitest';

import { compileExamples, readPublicNames } from './compile-examples.ts';

const exported = new Map(
  [...readPublicNames()].map(([entry, names]) => [entry, names.map(({ name }) => name)]),
);

/** The last line of what the compiler says about this hook. */
function lastLine(event: string, verdict: string): string | undefined {
  const code = `hooks.addHook('${event}', () => ${verdict});\n`;
  const [said, ...others] = compileExamples([{ place: 'hook', code }], exported);
  expect(others).toEqual([]);
  return said?.split('\n').at(-1);
}

test.each([
  ['preToolCall', 'retry()', ['allow', 'ask', 'deny', 'modify', 'respond']],
  ['onResponseDelta', "ask('why?')", ['allow', 'deny', 'modify']],
  ['onMessage', "deny('no')", ['nothing: it is only observed']],
])(
  'for a verb that %s does not take (%s), the compiler names those that it takes: %j',
  (event, verdict, verbs) => {
    const [, named = ''] =
      /Property 'thisEventTakes' is missing .*, (.*)>/.exec(lastLine(event, verdict) ?? '') ?? [];
    expect(named.split(' | ').toSorted()).toEqual(verbs.map((verb) => `"${verb}"`));
  },
);

test('a verb that an event takes compiles', () => {
  expect(lastLine('preToolCall', "deny('no')")).toBeUndefined();
});
