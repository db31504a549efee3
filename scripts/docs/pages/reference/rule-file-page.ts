import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../../list-workspaces.ts';
import type { Page } from '../page.ts';

const file = 'packages/policies/schema/rules.schema.json';

interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** Explanations of keys that the schema does not describe: apps load the schema, so its texts are short. */
const MEANINGS: Readonly<Record<string, string>> = {
  'file.$schema': 'Where the schema is, for editors.',
  'file.rules': 'The rules, in the order in which they are read.',
  'rule.on': 'The event that the rule is about.',
  'rule.tool': 'Only calls of these tools.',
  'rule.agent': 'Only steps of these agents, by id or name.',
  'rule.if': 'What else has to be true.',
  'rule.decision': 'What happens if everything in the rule is true.',
  'rule.timeoutMs': 'With `ask`: how long to wait for an answer, in milliseconds.',
  'rule.remember': 'With `ask`: for how long the answer also counts for the same call.',
  'rule.delayMs': 'With `retry`: how long to wait before, in milliseconds.',
  'rule.outcome': 'With `respond`: the outcome under its key, such as `{ result: closed }`.',
  'rule.changes': 'With `modify`: the changes, one after the other.',
  'condition.all': 'All of these are true.',
  'condition.any': 'At least one of these is true.',
  'condition.not': 'This is not true.',
  'condition.path': 'The value to test; `is` says how.',
  'condition.is': 'The tests of the value at `path`.',
  'test.equals': 'The same value.',
  'test.in': 'One of these values.',
  'test.exists': 'Whether there is a value.',
  'test.contains': 'A text with this part, or a list with this item.',
  'test.startsWith': 'A text that begins like this.',
  'test.endsWith': 'A text that ends like this.',
  'test.lessThan': 'A smaller number.',
  'test.atMost': 'This number or a smaller one.',
  'test.greaterThan': 'A greater number.',
  'test.atLeast': 'This number or a greater one.',
  'change.set': 'The place to change; `to` is the new value.',
  'change.to': 'The new value.',
  'change.remove': 'The place to take out.',
  'change.redact': 'The place whose text is hidden.',
};

/** Returns a page with every key of a file of rules, from its schema. */
export function ruleFilePage(): Page {
  const text = readFileSync(join(repositoryRoot, file), 'utf8');
  const schema = JSON.parse(text) as Schema;
  const part = (name: string): Schema => schema.$defs?.[name] ?? {};
  const markdown = [
    '---\npageClass: options\n---',
    '# Rule files',
    'A file of [`rules`](/policies/rules) in YAML or JSON is checked against this schema when the policy is made; a key that is not here throws [`invalid_rules`](/reference/errors/invalid_rules). Name it in the first line, and your editor checks while you write:',
    '```yaml\n# yaml-language-server: $schema=./node_modules/@interpose/policies/schema/rules.schema.json\n```',
    '## The file',
    tableOf('file', schema),
    '## A rule',
    tableOf('rule', part('rule')),
    '## A condition',
    'Under `if`. It has `all`, `any`, `not`, or a `path` with `is`.',
    tableOf('condition', part('condition')),
    '## A test',
    'Under `is`, `user` and `args`. All operators of a test have to hold.',
    tableOf('test', part('test')),
    '## A change',
    'Under `changes`.',
    tableOf('change', part('change')),
    '## Names and paths',
    `- **names**: ${part('names').description ?? ''}`,
    `- **path**: ${part('path').description ?? ''}`,
    `::: details The whole schema\n\`\`\`json\n${text.trim()}\n\`\`\`\n:::`,
  ];
  return { path: 'reference/rule-files', markdown: markdown.join('\n\n') };
}

function tableOf(part: string, { properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([key, schema]) => {
    const meaning = schema.description ?? MEANINGS[`${part}.${key}`];
    if (meaning === undefined)
      throw new Error(`${file}: ${part}.${key} has no meaning; write one in rule-file-page.ts`);
    const name = required.includes(key) ? key : `${key}?`;
    return `| \`${name}\` | ${typeOf(schema)} | ${meaning.replaceAll('|', String.raw`\|`)} |`;
  });
  return ['| key | type | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function typeOf({ enum: values, const: value, type, $ref, anyOf }: Schema): string {
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  if (values !== undefined) return values.map((one) => `\`${one}\``).join(', ');
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  if ($ref !== undefined) return linkOf($ref.replace('#/$defs/', ''));
  return `\`${[type ?? 'any'].flat().join(' | ')}\``.replaceAll('|', String.raw`\|`);
}

function linkOf(name: string): string {
  if (name === 'event') return '[event](./events)';
  if (name === 'tests') return '[tests](#a-test) by path';
  if (name === 'names' || name === 'path') return `[${name}](#names-and-paths)`;
  return `[${name}](#a-${name})`;
}
