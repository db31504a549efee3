import { describe, expect, test } from 'vitest';

import { rules } from './index.ts';

/** Returns a file with this rule in line 4. */
const one = (rule: string): string => `# one rule\ndefault: deny\nrules:\n  - ${rule}\n`;

describe('a file of rules that is wrong', () => {
  test.each<[problem: string, text: string, message: RegExp]>([
    ['not YAML', 'default: [', /^\[invalid_rules\] f\.yaml:1:\d+: .*; write YAML/],
    ['two documents', 'default: deny\n---\nrules: []', /f\.yaml:2:/],
    ['a key twice', 'default: deny\ndefault: allow\nrules: []', /f\.yaml:2:1: .*unique/],
    ['an unknown tag', 'default: !x deny\nrules: []', /f\.yaml:1:\d+: .*tag/],
    ['empty', '', /f\.yaml:1:1 the file: is null; write an object/],
    ['a list', '[]', /the file: is \[\]; write an object/],
    ['no default', 'rules: []', /the file: lacks default; add default/],
    [
      'an unknown default',
      'default: dney\nrules: []',
      /f\.yaml:1:10 default: is "dney".*allow, deny/,
    ],
    [
      'an unknown key',
      'default: deny\nrulez: []\nrules: []',
      /2:8 rulez: is no key.*write one of \$schema, name, schema, version, tests, default, rules/,
    ],
    [
      'an unknown event',
      one('{ on: preToolCal, decision: allow }'),
      /f\.yaml:4:11 rules\[0\]\.on: is "preToolCal".*preToolCall/,
    ],
    ['an event of pieces', one('{ on: onResponseDelta, decision: allow }'), /4:11 rules\[0\]\.on/],
    ['an observer', one('{ on: onChatDone, decision: allow }'), /rules\[0\]\.on/],
    [
      'an unknown decision',
      one('{ on: preToolCall, decision: permit }'),
      /rules\[0\]\.decision: is "permit".*allow, deny, ask/,
    ],
    ['no decision', one('{ on: preToolCall }'), /f\.yaml:4:5 rules\[0\]: lacks decision/],
    [
      'an unknown key of a rule',
      one('{ on: preToolCall, decision: allow, toool: x }'),
      /rules\[0\]\.toool: is no key.*name, on, tool/,
    ],
    [
      'an unknown operator',
      one('{ on: preToolCall, decision: allow, args: { n: { lesThan: 5 } } }'),
      /args\.n\.lesThan: is no key.*lessThan/,
    ],
    [
      'a limit in a text',
      one('{ on: preToolCall, decision: allow, args: { n: { lessThan: "5" } } }'),
      /lessThan: is "5"; write a number/,
    ],
    [
      'a limit that is no number',
      one('{ on: preToolCall, decision: allow, args: { n: { lessThan: .nan } } }'),
      /lessThan: is no number/,
    ],
    ['an empty condition', one('{ on: preToolCall, decision: allow, if: {} }'), /rules\[0\]\.if/],
    [
      'two conditions in one',
      one(
        '{ on: preToolCall, decision: allow, if: { all: [{ path: event, is: { equals: 1 } }], not: { path: event, is: { equals: 1 } } } }',
      ),
      /is both all and not/,
    ],
    [
      'a path without a test',
      one('{ on: preToolCall, decision: allow, if: { path: event } }'),
      /if: does not fit.*is/,
    ],
    [
      'a path into nothing',
      one(
        '{ on: preToolCall, decision: allow, if: { all: [{ path: cal.args, is: { equals: 1 } }] } }',
      ),
      /f\.yaml:4:\d+ rules\[0\]\.if\.all\[0\]\.path: the path cal\.args leads nowhere.*call, tool/,
    ],
    [
      'an empty piece of a path',
      one('{ on: preToolCall, decision: allow, if: { path: call..args, is: { equals: 1 } } }'),
      /leads nowhere/,
    ],
    [
      'a path to what a part never has',
      one('{ on: preToolCall, decision: allow, user: { organization: acme } }'),
      /user\.organization leads nowhere: user has no organization; write one of id, name, organisation/,
    ],
    [
      'a path to the state of a session',
      one('{ on: preToolCall, decision: allow, if: { path: session.state.x, is: { equals: 1 } } }'),
      /session has no state/,
    ],
    [
      'a text that is none',
      one('{ on: preToolCall, decision: allow, if: { path: text, is: { equals: 1 } } }'),
      /leads nowhere/,
    ],
    [
      'a tool where there is none',
      one('{ on: preRequest, decision: allow, tool: x }'),
      /rules\[0\]\.tool: preRequest is about no tool call/,
    ],
    [
      'an empty name of a tool',
      one('{ on: preToolCall, decision: allow, tool: "a||b" }'),
      /rules\[0\]\.tool: holds a name that is empty/,
    ],
    [
      'a look-behind',
      one('{ on: preToolCall, decision: allow, args: { n: { matches: "(?<=a)b" } } }'),
      /args\.n\.matches: is a pattern that cannot be read in bounded time.*RE2/,
    ],
    [
      'a back-reference',
      one(String.raw`{ on: preToolCall, decision: allow, args: { n: { matches: "(a)\\1" } } }`),
      /bounded time/,
    ],
    [
      'a broken pattern',
      one('{ on: preToolCall, decision: allow, args: { n: { each: { matches: "(" } } } }'),
      /each\.matches: is a pattern/,
    ],
    [
      'a deny without a reason',
      one('{ on: preToolCall, decision: deny }'),
      /rules\[0\]: deny lacks reason/,
    ],
    [
      'an allow with changes',
      one('{ on: preToolCall, decision: allow, changes: [{ remove: call.args.x }] }'),
      /changes: does not go with allow/,
    ],
    [
      'a verb the event lacks',
      one('{ on: onTrigger, decision: respond, outcome: { x: 1 } }'),
      /decision: respond is not possible at onTrigger/,
    ],
    [
      'an outcome the event lacks',
      one('{ on: preToolCall, decision: respond, outcome: { answer: 1 } }'),
      /outcome: answer cannot be supplied.*result, error/,
    ],
    [
      'a change outside the slot',
      one('{ on: preToolCall, decision: modify, changes: [{ set: tool.name, to: x }] }'),
      /changes\[0\]\.set: tool\.name cannot be changed here; begin with call/,
    ],
    [
      'a change of who is called',
      one('{ on: preToolCall, decision: modify, changes: [{ set: call.name, to: x }] }'),
      /call\.name cannot be changed/,
    ],
    [
      'two changes in one',
      one(
        '{ on: preToolCall, decision: modify, changes: [{ remove: call.args.x, redact: call.args.y }] }',
      ),
      /is not one change/,
    ],
    [
      'a change without a value',
      one('{ on: preToolCall, decision: modify, changes: [{ set: call.args.x }] }'),
      /changes\[0\]: does not fit/,
    ],
    [
      'an event without a default',
      'default: { preRequest: allow }\nrules:\n  - { on: preToolCall, decision: allow }',
      /default: says nothing of preToolCall/,
    ],
    [
      'a default of an unknown event',
      'default: { preX: allow }\nrules: []',
      /default\.preX: is preX, which is not known/,
    ],
    ['nothing at all', 'default: deny\nrules: []', /neither a rule nor a default/],
  ])('with %s is refused at once', (_, text, message) => {
    expect(() => rules(text, { file: 'f.yaml' })).toThrow(message);
  });

  test('is refused as an object too, by its place alone', () => {
    const bad = { default: 'deny', rules: [{ on: 'preToolCall', decision: 'permit' }] } as never;
    expect(() => rules(bad)).toThrow(/^\[invalid_rules\] rules rules\[0\]\.decision: is "permit"/);
    expect(() => rules({ default: () => 'deny', rules: [] } as never)).toThrow('no plain data');
    expect(() => rules(undefined as never)).toThrow('there are no rules');
  });

  test('that multiplies itself by aliases is refused', () => {
    const lines = ['a: &a0 [x, x]'];
    for (let level = 1; level < 20; level++)
      lines.push(`b${level}: &a${level} [*a${level - 1}, *a${level - 1}]`);
    expect(() => rules(lines.join('\n'))).toThrow('[invalid_rules]');
  });
});
