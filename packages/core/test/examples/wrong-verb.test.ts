import { expect, test } from 'vitest';

import { compileExamples, readPublicNames } from './compile-examples.ts';

const EVERY = ['allow', 'ask', 'deny', 'modify', 'respond'] as const;

/** What is put where, and the verbs that the compiler names instead; none where it compiles. */
const WRONG: readonly (readonly [event: string, verdict: string, verbs: readonly string[]])[] = [
  ['preToolCall', 'retry()', ['allow', 'ask', 'deny', 'modify', 'respond']],
  ['onResponseDelta', "ask('why?')", ['allow', 'deny', 'modify']],
  ['preToolCall', "({ outcome: 'block', reason: 'x' })", EVERY],
  ['preToolCall', "({ verb: 'deny', reason: 'x' })", EVERY],
  ['preToolCall', "({ decision: 'block', reason: 'x' })", EVERY],
  ['onResponse', "({ blocked: true, reason: 'x' })", [...EVERY, 'retry']],
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
    fault.split(', line ', 1)[0],
    /(?:NotTakenHere<.*, |NotAVerdict<)(.*)>.*/
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
