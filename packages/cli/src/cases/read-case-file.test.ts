import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { readCaseFile } from './read-case-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-cases-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string): ReturnType<typeof readCaseFile> {
  const path = join(folder, 'a.policy.yaml');
  writeFileSync(path, text);
  return readCaseFile(path);
}

const ONE = 'cases:\n  - { tool: a, expect: allow }\n';
const BOMB = [
  'a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]',
  ...['b', 'c', 'd', 'e'].map((key, index) => {
    const before = `*${'abcd'[index]}`;
    return `${key}: &${key} [${Array.from({ length: 9 }, () => before).join(', ')}]`;
  }),
].join('\n');

describe('refused with its line is', () => {
  test.each([
    ['policies: 5', `policies: 5\n${ONE}`, '1: policies is no path'],
    ['policies without a value', `policies:\n${ONE}`, '1: policies is no path'],
    ['an empty list of policies', `policies: []\n${ONE}`, '1: policies is no path'],
    ['an object of policies', `policies: [{ file: r.yaml }]\n${ONE}`, '1: policies.0 is no path'],
    ['a number among policies', `policies:\n  - r.yaml\n  - 5\n${ONE}`, '3: policies.1 is no path'],
    ['a number among rules', `rules:\n  - r.yaml\n  - 5\n${ONE}`, '3: rules.1 is no path'],
    ['rules: 5', `rules: 5\n${ONE}`, '1: rules is no path'],
  ])('%s', (_, text, message) => {
    expect(() => read(text)).toThrow(`[cases_invalid] a.policy.yaml:${message}; `);
  });

  test.each([
    ['a matrix without a value', 'matrix: { c: [] }', 'matrix.c is empty'],
    ['a matrix without a name', 'matrix: {}', 'matrix is empty'],
    ['a matrix that is a number', 'matrix: 7', 'matrix is not an object'],
    ['a matrix that is a word', 'matrix: hello', 'matrix is not an object'],
    ['a matrix that is nothing', 'matrix:', 'matrix is not an object'],
    ['steps before that are nothing', 'before:', 'before is not a list'],
    ['a text that is a number', 'text: 5', 'text is no text'],
    ['a text beside a tool', 'text: hi', 'text stands beside tool'],
    ['a reason that every reason contains', 'expect: { reason: "" }', 'expect.reason fits'],
    ['a value that every object has', 'expect: { code: a, value: {} }', 'expect.value fits'],
    ['nothing expected', 'expect: {}', 'expect expects nothing'],
  ])('%s', (_, line, message) => {
    const rest = line.startsWith('expect') ? '' : '    expect: allow\n';
    expect(() => read(`cases:\n  - tool: a\n    ${line}\n${rest}`)).toThrow(
      `[cases_invalid] a.policy.yaml:3: cases.0.${message}`,
    );
  });

  test.each([
    ['an argument without a tool', '{ on: preToolCall, args: { n: 1 }, expect: allow }', 'args'],
    ['arguments that are a number', '{ tool: a, args: 5, expect: deny }', 'args'],
    ['arguments that are a list', '{ tool: a, args: [1], expect: allow }', 'args'],
    ['a tool that is a list', '{ tool: [a, b], expect: allow }', 'tool'],
  ])('%s', (_, text, key) => {
    expect(() => read(`cases:\n  - ${text}\n`)).toThrow(
      `[cases_invalid] a.policy.yaml:2: cases.0.${key} `,
    );
  });

  test.each([
    [
      'a message without text',
      'on: onUserMessage',
      'onUserMessage no list message.content',
      'text',
    ],
    [
      'an empty message',
      'on: onSystemMessage, payload: { message: {} }',
      'onSystemMessage no list message.content',
      'text',
    ],
    [
      'a message that is a word',
      'on: onUserMessage, payload: { message: { role: user, content: hi } }',
      'onUserMessage no list message.content',
      'text',
    ],
    ['a call of no tool', 'on: preToolCall', 'preToolCall no call.name', 'tool'],
    ['a tool without a name', 'tool: ""', 'preToolCall no call.name', 'tool'],
    [
      'a name that is a number',
      'payload: { call: { name: 5 } }',
      'preToolCall no call.name',
      'tool',
    ],
    [
      'a call that is nothing',
      'on: onToolCallResult, result: a, payload: { call: }',
      'onToolCallResult no call.name',
      'tool',
    ],
    ['no result', 'on: onToolCallResult, tool: a', 'onToolCallResult no result', 'result'],
    ['no error', 'on: onToolCallError, tool: a', 'onToolCallError no error', 'error'],
    [
      'a text where a request belongs',
      'on: preRequest, text: hi',
      'preRequest no list request.messages',
      'request in its payload',
    ],
    ['no task', 'on: preDelegate', 'preDelegate no task.to', 'task in its payload'],
  ])('%s', (_, step, problem, remedy) => {
    const message = `gives ${problem}, so nothing is judged; write ${remedy}`;
    expect(() => read(`cases:\n  - { ${step}, expect: allow }\n`)).toThrow(
      `[cases_invalid] a.policy.yaml:2: cases.0 ${message}`,
    );
    expect(() => read(`cases:\n  - { tool: a, expect: deny, before: [{ ${step} }] }\n`)).toThrow(
      `[cases_invalid] a.policy.yaml:2: cases.0.before.0 ${message}`,
    );
  });

  test('an event that no policy decides', () => {
    expect(() => read('cases:\n  - { on: onChatDone, expect: allow }\n')).toThrow(
      '[cases_invalid] a.policy.yaml:2: cases.0.on is onChatDone, which no policy decides; ',
    );
  });

  test.each(['${cent}', 'of ${ cents }', '${toString}'])('%s, which the matrix has not', (name) => {
    const text = `cases:\n  - matrix: { cents: [1] }\n    tool: a\n    args: { n: ['${name}'] }\n`;
    expect(() => read(`${text}    expect: allow\n`)).toThrow(
      /^\[cases_invalid\] a\.policy\.yaml:2: cases\.0 has \$\{.+\}, which its matrix has not; /,
    );
  });
});

describe('refused as cases that cannot be read is', () => {
  test.each([
    ['an alias of nothing', 'cases:\n  - tool: *nope\n', '2: *nope names nothing'],
    [
      'what contains itself',
      'cases:\n  - tool: a\n    args: &a { b: *a }\n',
      '3: *a names nothing',
    ],
    [
      'a matrix that contains itself',
      'cases:\n  - matrix: { q: &a [*a] }\n',
      '2: *a names nothing',
    ],
    ['more than aliases may stand for', `${BOMB}\n`, '1: its aliases stand for too much'],
  ])('%s', (_, text, message) => {
    expect(() => read(text)).toThrow(`[cases_invalid] a.policy.yaml:${message}`);
  });
});

test('a list of rules is a list of files where there are cases', () => {
  expect(read(`rules: [r.yaml]\n${ONE}`).policies).toEqual([join(folder, 'r.yaml')]);
});

test('values of a matrix stand where they are named, also such as look like a name', () => {
  const { cases } = read(`cases:
  - matrix: { home: ['\${HOME}'], n: [1, &two { a: 2 }] }
    tool: a
    args: { path: '\${home}/x', n: '\${n}', again: *two, 'in \${home}': 1 }
    expect: allow
`);
  expect(cases.map(({ step }) => step.payload['call'])).toMatchObject([
    { args: { path: '${HOME}/x', n: 1, again: { a: 2 }, 'in ${HOME}': 1 } },
    { args: { path: '${HOME}/x', n: { a: 2 }, again: { a: 2 }, 'in ${HOME}': 1 } },
  ]);
});

test('a result that is null is given, and events that only the app knows may carry anything', () => {
  const { cases } = read(`cases:
  - { on: onToolCallResult, tool: a, result: null, expect: allow, before: [{ on: onChatStart }] }
  - { on: myEvent, expect: allow }
`);
  expect(cases.map(({ step }) => step.payload)).toMatchObject([{ result: null }, {}]);
});
