import { expect, test } from 'vitest';

import { compileExamples, readPublicNames } from './compile-examples.ts';

/** What is put where, and the verbs that the compiler names instead; none where it compiles. */
const WRONG: readonly (readonly [event: string, verdict: string, verbs: readonly string[]])[] = [
  ['preToolCall', 'retry()', ['allow', 'ask', 'deny', 'modify', 'respond']],
  ['onResponseDelta', "ask('why?')", ['allow', 'deny', 'modify']],
  ['onMessage', "deny('no')", ['nothing: it is only observed']],
];
const RIGHT = ['preToolCall', "deny('no')"] as const;

/** Compiles all of them at once: one run of the compiler takes seconds on a busy machine. */
test('for a verb that an event does not take, the compiler names those that it takes', () => {
  const exported = new Map(
    [...readPublicNames()].map(([entry, names]) => [entry, names.map(({ name }) => name)]),
  );
  const hooks = [...WRONG, RIGHT].map(([event, verdict]) => ({
    place: `${event} ${verdict}`,
    code: `hooks.addHook('${event}', () => ${verdict});\n`,
  }));
  const said = compileExamples(hooks, exported).map((fault) => [
    fault.split(',', 1)[0],
    /Property 'thisEventTakes' is missing .*, (.*)>/
      .exec(fault.split('\n').at(-1)!)?.[1]
      ?.split(' | ')
      .toSorted(),
  ]);
  expect(said).toEqual(
    WRONG.map(([event, verdict, verbs]) => [
      `${event} ${verdict}`,
      verbs.map((verb) => `"${verb}"`),
    ]),
  );
}, 60_000);
