import { dirname, join } from 'node:path';

import type { InterposeError } from '@interpose/core';

import { readSource, type CaseSource, type Place } from './case-source.ts';
import type { CaseFile, Expectation, PolicyCase, Step } from './policy-case.ts';
import { holdsList, isOnlySeen, missingIn } from './required-payload.ts';
import { unfold } from './unfold.ts';

type Json = Readonly<Record<string, unknown>>;

const FILE_KEYS = ['policies', 'rules', 'cases', 'agent', 'user', 'now', 'answer'];
const CASE_KEYS = ['name', 'matrix', 'before', 'expect', 'agent', 'user', 'now', 'answer'];
const STEP_KEYS = ['on', 'payload', 'tool', 'args', 'result', 'error', 'text'];
const EXPECT_KEYS = ['decision', 'code', 'by', 'reason', 'value'];

/**
 * Reads the cases of a `*.policy.yaml`, or the `tests` of a file of rules.
 *
 * @throws InterposeError `cases_invalid`, naming file and line, or `file_unreadable`.
 */
export function readCaseFile(path: string): CaseFile {
  const source = readSource(path);
  const file = source.object(source.value, []);
  if (Array.isArray(file['rules']) && !('cases' in file)) {
    const { tests = [] } = file;
    const cases = source.list(tests, ['tests']);
    return { path, policies: [path], cases: readCases(source, cases, 'tests', {}) };
  }
  source.known(file, FILE_KEYS, []);
  const policies = ['policies', 'rules'].flatMap((key) =>
    key in file ? readNames(source, key, file[key]) : [],
  );
  const cases = source.list(file['cases'], ['cases']);
  return {
    path,
    policies: policies.map((name) => join(dirname(path), name)),
    cases: readCases(source, cases, 'cases', file),
  };
}

/** Reads one path or a list of paths, and refuses anything else, since its policies would not be tested. */
function readNames(source: CaseSource, key: string, given: unknown): readonly string[] {
  const isList = Array.isArray(given) && given.length > 0;
  return (isList ? given : [given]).map((name, index) => {
    if (typeof name === 'string') return name;
    throw source.fault(isList ? [key, index] : [key], 'is no path', 'write paths');
  });
}

function readCases(
  source: CaseSource,
  cases: readonly unknown[],
  key: string,
  file: Json,
): PolicyCase[] {
  return cases.flatMap((written, index) => {
    const place = [key, index];
    const given = source.object(written, place);
    return unfold(source, place, given).map((one) =>
      readCase(source, place, { ...pick(file), ...one }),
    );
  });
}

function pick({ agent, user, now, answer }: Json): Json {
  return Object.fromEntries(
    Object.entries({ agent, user, now, answer }).filter(([, value]) => value !== undefined),
  );
}

function readCase(source: CaseSource, place: Place, given: Json): PolicyCase {
  source.known(given, [...CASE_KEYS, ...STEP_KEYS], place);
  const { name, agent, user, answer, before: earlier = [] } = given;
  const before = source.list(earlier, [...place, 'before']);
  if (answer !== undefined && answer !== 'yes' && answer !== 'no')
    throw source.fault(
      [...place, 'answer'],
      `is ${JSON.stringify(answer)}`,
      'write yes or no in quotes',
    );
  const step = readStep(source, place, given);
  if (isOnlySeen(step.on))
    throw source.fault([...place, 'on'], `is ${step.on}, which no policy decides`, ON_BEFORE);
  return {
    name: typeof name === 'string' ? name : `${step.on} #${Number(place[1]) + 1}`,
    line: source.line(place),
    before: before.map((each, index) => {
      const at = [...place, 'before', index];
      const written = source.object(each, at);
      source.known(written, STEP_KEYS, at);
      return readStep(source, at, written);
    }),
    step,
    expect: readExpectation(source, [...place, 'expect'], given['expect']),
    ...(agent === undefined ? {} : { agent: source.named(agent, [...place, 'agent']) }),
    ...(user === undefined ? {} : { user: source.named(user, [...place, 'user']) }),
    ...(given['now'] === undefined ? {} : { now: source.time(given['now'], [...place, 'now']) }),
    answer: answer ?? 'yes',
  };
}

const ON_BEFORE = 'write it among the steps before an event that policies decide';

/** Reads a step: `tool` with `args` stands for a call, `text` for a user message. */
function readStep(source: CaseSource, place: Place, given: Json): Step {
  const { args = {}, payload = {} } = given;
  const refuse = (key: string, problem: string, remedy: string): InterposeError =>
    source.fault([...place, key], problem, remedy);
  const textAt = (key: string): string | undefined => {
    const value = given[key];
    if (value === undefined || typeof value === 'string') return value;
    throw refuse(key, 'is no text', 'write it in quotes');
  };
  const tool = textAt('tool');
  const text = textAt('text');
  if (tool !== undefined && text !== undefined)
    throw refuse('text', 'stands beside tool', 'make it two steps');
  if (tool === undefined && 'args' in given) throw refuse('args', 'lacks a tool', 'add tool');
  const on = textAt('on') ?? (text === undefined ? 'preToolCall' : 'onUserMessage');
  const written = source.object(payload, [...place, 'payload']);
  source.object(args, [...place, 'args']);
  const step = {
    on,
    payload: {
      ...(tool === undefined ? {} : { call: { id: 'case', name: tool, args } }),
      ...(text === undefined ? {} : { message: messageOf(on, text) }),
      ...('result' in given ? { result: given['result'] } : {}),
      ...('error' in given ? { error: { message: String(given['error']) } } : {}),
      ...written,
    },
  };
  const missing = missingIn(on, step.payload);
  if (missing === undefined) return step;
  const what = holdsList(missing) ? `list ${missing}` : missing;
  throw source.fault(place, `gives ${on} no ${what}, so nothing is judged`, remedyFor(missing));
}

function remedyFor(missing: string): string {
  const [key = ''] = missing.split('.');
  const short: Readonly<Record<string, string>> = {
    'message.content': 'text',
    'call.name': 'tool',
    result: 'result',
    error: 'error',
  };
  return `write ${short[missing] ?? `${key} in its payload`}`;
}

function messageOf(on: string, text: string): Json {
  const role =
    on === 'onSystemMessage' ? 'system' : on === 'onAgentResponse' ? 'assistant' : 'user';
  return { role, content: [{ type: 'text', text }] };
}

function readExpectation(source: CaseSource, place: Place, given: unknown): Expectation {
  if (typeof given === 'string') return { decision: given };
  const expectation = source.object(given, place);
  source.known(expectation, EXPECT_KEYS, place);
  if (Object.keys(expectation).length === 0)
    throw source.fault(place, 'expects nothing', `write one of ${EXPECT_KEYS.join(', ')}`);
  // An empty reason is part of every reason, and an object without keys fits every object.
  for (const key of ['reason', 'value'])
    if (JSON.stringify(expectation[key]) === (key === 'value' ? '{}' : '""'))
      throw source.fault([...place, key], 'fits everything', 'expect more of it');
  return expectation;
}
