import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { afterAll, describe, expect, test } from 'vitest';

import { EVENT_NAMES } from '../shared/events/event-facts.ts';
import { rules, rulesFile } from './index.ts';
import { labelledRules } from './labelled/index.ts';

expect.extend(policyMatchers);

/** Returns a file with this rule in line 4. */
const one = (rule: string): string => `# one rule\ndefault: deny\nrules:\n  - ${rule}\n`;

describe('a file of rules on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is read once', async () => {
    const path = join(folder, 'rules.yaml');
    writeFileSync(path, one('{ on: preToolCall, tool: search, decision: allow }'));
    const policy = rulesFile(path);
    const call = { id: 'c', name: 'search', args: {} };
    expect(await tryPolicy(policy, 'preToolCall', { call })).toAllow();
    expect(await tryPolicy(policy, 'preToolCall', { call: { ...call, name: 'x' } })).toDeny();
    writeFileSync(path, 'default: deny\nrules: [');
    expect(() => rulesFile(path)).toThrow(`[invalid_rules] ${path}:2:`);
    expect(() => rulesFile(join(folder, 'none.yaml'))).toThrow(/none\.yaml cannot be read/);
  });
});

describe('a file of rules in another encoding', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const text = one('{ on: preToolCall, tool: löschen, decision: deny, reason: no }');

  test.each(['latin1', 'utf16le'] as const)('is refused: %s', (encoding) => {
    const path = join(folder, `${encoding}.yaml`);
    writeFileSync(path, Buffer.from(text, encoding));
    const refused = /^\[invalid_rules\] .*:\d+:\d+: holds what is no UTF-8; save the file as UTF-8/;
    expect(() => rulesFile(path)).toThrow(refused);
    // As an app or a guardian hands over what it read itself.
    expect(() => rules(readFileSync(path, 'utf8'))).toThrow(refused);
  });

  test('but may begin with a byte order mark', () => {
    const path = join(folder, 'marked.yaml');
    writeFileSync(path, `\ufeff${text}`);
    expect(rulesFile(path).version).toBe(rules(text).version);
  });
});

test.each([{ reason: undefined }, { args: { n: 5n } }])('an object is refused for %o', (odd) => {
  const rule = { on: 'preToolCall', decision: 'allow', ...odd } as const;
  expect(() => rules({ default: 'deny', rules: [rule as never] })).toThrow(
    /^\[invalid_rules\] rules the file: holds a value that JSON does not have/,
  );
});

test.each([
  [
    '{ args: { account: 9007199254740993 }, on: preToolCall, decision: allow }',
    /^\[invalid_rules\] rules:4:24: 9007199254740993 is larger .*; write it as a text/,
  ],
  [
    '{ args: { n: { lessThan: 1e999 } }, on: preToolCall, decision: allow }',
    /4:30: 1e999 is larger/,
  ],
  ['{ <<: { tool: x }, on: preToolCall, decision: allow }', /rules\[0\]\.<<: is no key/],
])('a file with %s is refused, and the message shows what is written', (rule, message) => {
  expect(() => rules(one(rule))).toThrow(message);
});

describe('the published schema', () => {
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../schema/rules.schema.json'), 'utf8'),
  ) as { $defs: { event: { enum: string[] } } };

  test('knows every event whose hooks decide, but the pieces of a stream', () => {
    expect(new Set([...schema.$defs.event.enum, 'onResponseDelta'])).toEqual(new Set(EVENT_NAMES));
  });
});

describe('the version of the form', () => {
  const file = { default: 'deny', rules: [{ on: 'preToolCall', decision: 'allow' }] } as const;

  test.each(['rules', 'labelled-rules'])('is part of the address of %s.schema.json', (name) => {
    const path = join(import.meta.dirname, `../../schema/${name}.schema.json`);
    const { $id } = JSON.parse(readFileSync(path, 'utf8')) as { $id: string };
    expect($id).toMatch(new RegExp(`/schema/1/${name}\\.schema\\.json$`));
  });

  test('may be named and decides nothing', () => {
    expect(rules({ ...file, schema: 1 }).version).toBe(rules(file).version);
  });

  test.each(['2', '0', '"1"', 'null', '[1]'])(
    'is refused where it is %s, before anything else',
    (version) => {
      const written = `schema: ${version}\nkey of a form to come: yes\n`;
      const refused =
        /^\[unknown_schema\] f\.yaml:1:9 schema: is .+, and 1 is the version that is known here; write schema: 1, or install/;
      expect(() => rules(written, { file: 'f.yaml' })).toThrow(refused);
      expect(() => labelledRules(written, { file: 'f.yaml' })).toThrow(refused);
    },
  );
});

test('the rules of the README can be read', async () => {
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const written = /```yaml\n([^`]*)```/.exec(readme)?.[1] ?? '';
  const policy = rules(written, { file: 'README.md' });
  const call = { id: 'c', name: 'refund', args: { cents: 5000 } };
  expect(await tryPolicy(policy, 'preToolCall', { call })).toAsk(/need a person/);
});
