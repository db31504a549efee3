import { InterposeError } from '@interpose/core';

import { askedWords } from './asked-words.ts';
import type { ArgumentGuard, ToolRule } from './tool-rule.ts';
import type { TrackTaintOptions } from './track-taint-options.ts';

/** Throws `invalid_option` for options that would fail only when a call comes. */
export function checkTaintOptions(options: TrackTaintOptions): void {
  known(options, 'the options', optionNames);
  oneOf(options.annotations, 'annotations', ['trusted', 'ignored']);
  oneOf(options.onTainted, 'onTainted', refusals);
  oneOf(options.onUnrequested, 'onUnrequested', refusals);
  if (options.delegates !== undefined && !(options.delegates instanceof RegExp))
    fail('delegates is no pattern', 'give a regular expression');
  for (const [source, label] of Object.entries(options.sources ?? {})) {
    if (!/^(?:knowledge|memory|mcp|agent|trigger|\*)(?::|$)/.test(source))
      fail(`sources has ${source}`, 'begin with knowledge:, memory:, mcp:, agent: or trigger:');
    oneOf(label, `sources['${source}']`, ['user', 'trusted', 'neutral', 'untrusted', 'ignored']);
  }
  const { maxCharacters = 1 } = options;
  if (!Number.isInteger(maxCharacters) || maxCharacters < 1)
    fail(`maxCharacters is ${maxCharacters}`, 'give a whole number above 0');
  for (const host of options.hosts ?? [])
    if (typeof host !== 'string' || !/^[\w.-]+$/.test(host))
      fail(`hosts has ${JSON.stringify(host)}`, 'give names of hosts without scheme and path');
  for (const [name, rule] of Object.entries(options.tools ?? {})) checkRule(name, rule);
}

const refusals = ['ask', 'deny'];
const optionNames = [
  'tools',
  'sources',
  'hosts',
  'annotations',
  'delegates',
  'onTainted',
  'onUnrequested',
  'maxCharacters',
];
const ruleNames = ['effect', 'reads', 'asksFor', 'whose', 'guards', 'onTainted', 'onUnrequested'];
const kinds = ['trusted', 'untainted', 'not-copied', 'by-shape', 'free'];
const musts = ['be-trusted', 'be-untainted', 'not-be-copied', 'fit-its-shape', 'lead-nowhere'];
const guardNames = [
  'must',
  'words',
  'links',
  'oneOf',
  'everyone',
  'compare',
  'whose',
  'remember',
  'allow',
];

function checkRule(name: string, rule: ToolRule): void {
  const place = `tools['${name}']`;
  known(rule, place, ruleNames);
  oneOf(rule.effect, `${place}.effect`, ['none', 'write']);
  oneOf(rule.onTainted, `${place}.onTainted`, refusals);
  oneOf(rule.onUnrequested, `${place}.onUnrequested`, [...refusals, 'allow']);
  if (typeof rule.reads !== 'function')
    oneOf(rule.reads, `${place}.reads`, ['trusted', 'neutral', 'untrusted', 'ignored']);
  if (!(rule.asksFor instanceof RegExp))
    oneOf(rule.asksFor, `${place}.asksFor`, [...askedWords.keys()]);
  oneOf(rule.whose, `${place}.whose`, ['user', 'authors']);
  if (rule.guards !== undefined && !isRecord(rule.guards))
    fail(`${place}.guards is no object`, "name the arguments: { to: 'trusted' }");
  for (const [argument, guard] of Object.entries(rule.guards ?? {})) {
    const where = `${place}.guards['${argument}']`;
    if (typeof guard === 'string') oneOf(guard, where, kinds);
    else checkGuard(where, guard);
  }
}

function checkGuard(where: string, guard: ArgumentGuard): void {
  known(guard, where, guardNames);
  if ([guard.must, guard.links, guard.oneOf].every((each) => each === undefined))
    fail(`${where} asks for nothing`, 'give must, links or oneOf');
  oneOf(guard.must, `${where}.must`, musts);
  oneOf(guard.links, `${where}.links`, ['be-trusted']);
  const { words = 1, everyone } = guard;
  if (!Number.isInteger(words) || words < 1)
    fail(`${where}.words is ${String(words)}`, 'give a whole number above 0');
  if (guard.words !== undefined && guard.must !== 'not-be-copied')
    fail(`${where}.words says nothing there`, "give must: 'not-be-copied', or leave it away");
  names(guard.oneOf, `${where}.oneOf`, 'give names of tools');
  if (!(everyone instanceof RegExp))
    names(everyone, `${where}.everyone`, 'give nouns or a pattern');
  if (everyone !== undefined && guard.oneOf === undefined)
    fail(`${where}.everyone says nothing there`, 'give oneOf as well: the tools that list them');
  oneOf(guard.compare, `${where}.compare`, ['text', 'host', 'words', 'topic']);
  oneOf(guard.whose, `${where}.whose`, ['authors', 'sources', 'user']);
  oneOf(guard.remember, `${where}.remember`, ['never', 'session']);
  if (guard.allow !== undefined && !Array.isArray(guard.allow))
    fail(`${where}.allow is no list`, 'give a list of texts and regular expressions');
  for (const allowed of guard.allow ?? [])
    if (typeof allowed !== 'string' && !(allowed instanceof RegExp))
      fail(`${where}.allow has ${String(allowed)}`, 'give texts and regular expressions');
}

/** Checks one name or several: an empty list or name would match everything, or nothing. */
function names(value: unknown, place: string, remedy: string): void {
  if (value === undefined) return;
  const given: readonly unknown[] = [value].flat();
  if (given.length === 0 || given.some((name) => typeof name !== 'string' || name.trim() === ''))
    fail(`${place} is ${JSON.stringify(value)}`, remedy);
}

function oneOf(value: unknown, name: string, allowed: readonly string[]): void {
  if (value !== undefined && !allowed.includes(value as string))
    fail(`${name} is ${JSON.stringify(value)}`, `choose ${allowed.join(' or ')}`);
}

function known(value: unknown, place: string, allowed: readonly string[]): void {
  if (!isRecord(value)) fail(`${place} is no object`, 'give an object');
  for (const name of Object.keys(value))
    if (!allowed.includes(name)) fail(`${place} has ${name}`, `choose of ${allowed.join(', ')}`);
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fail(problem: string, remedy: string): never {
  throw new InterposeError('invalid_option', `trackTaint: ${problem}`, remedy);
}
