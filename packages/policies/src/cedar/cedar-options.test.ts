import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { engineVerdict } from '../shared/engines/engine-verdict.ts';
import { cedarVerdict } from './cedar-verdict.ts';
import { cedar } from './index.ts';

expect.extend(policyMatchers);

const SCHEMA = `
entity Agent; entity Tool;
action preToolCall appliesTo { principal: [Agent], resource: [Tool], context: { args: { cents: Long } } };
`;

const PERMIT = 'permit(principal, action, resource);';

describe('policies of cedar', () => {
  test.each<[string, object, RegExp]>([
    [
      'do not parse',
      { policies: `${PERMIT}\npermit(principal` },
      /cedar: line 2: .*; correct the policies/,
    ],
    ['are none', { policies: '// nothing' }, /no policies, so everything would be denied/],
    ['are no text', { policies: undefined }, /\[invalid_option\]/],
    [
      'hold a template',
      { policies: 'permit(principal == ?principal, action, resource);' },
      /template/,
    ],
    [
      'have one id twice',
      { policies: `@id("a") ${PERMIT} @id("a") ${PERMIT}` },
      /two policies have the id a/,
    ],
    [
      'ask on a forbid',
      { policies: '@ask("?") forbid(principal, action, resource);' },
      /put @ask on the permit/,
    ],
    ['ask with a capital', { policies: `@Ask("why") ${PERMIT}` }, /@Ask is not known; write @ask/],
    ['ask misspelt', { policies: `@aks("why") ${PERMIT}` }, /@aks is not known; write @ask/],
    ['are missing in part', { policies: [PERMIT, undefined] }, /one of the policies is no text/],
    ['ask without a text', { policies: `@ask ${PERMIT}` }, /annotation @ask .* has no text/],
    [
      'do not fit the schema',
      {
        policies: `${PERMIT} permit(principal, action, resource) when { context.args.cent > 1 };`,
        schema: SCHEMA,
      },
      /policy policy1 does not fit the schema/,
    ],
    [
      'have a schema that does not parse',
      { policies: PERMIT, schema: 'entity' },
      /correct the schema/,
    ],
    ['are for no event', { policies: PERMIT, events: [] }, /name at least one/],
    [
      'are for an event without a mapping',
      { policies: PERMIT, events: ['onTrigger'] },
      /no mapping of onTrigger.*preToolCall.*request/,
    ],
    [
      'are for an unknown event',
      { policies: PERMIT, events: ['preTool'], request: () => ({}) },
      /preTool is no event/,
    ],
    ['have a cache of no size', { policies: PERMIT, cache: -1 }, /cache is -1/],
  ])('that %s are refused at once', (_, options, message) => {
    expect(() => cedar(options as never)).toThrow(message);
  });

  test('fit their schema, and then hold', async () => {
    const policy = cedar({
      policies: [
        'permit(principal, action, resource) when { context.args.cents < 10 };',
        'forbid(principal, action, resource) when { context.args.cents == 5 };',
      ],
      schema: SCHEMA,
    });
    const at = (cents: number): Promise<unknown> =>
      tryPolicy(policy, 'preToolCall', { call: { id: 'c', name: 'x', args: { cents } } });
    expect(await at(1)).toAllow();
    expect(await at(5)).toDeny();
    expect(await at(11)).toDeny();
  });

  test('have a version that changes with them', () => {
    const one = cedar({ policies: PERMIT });
    expect(one.version).toBe(cedar({ policies: PERMIT }).version);
    expect(one.version).not.toBe(cedar({ policies: `${PERMIT} ` }).version);
    expect(one.version).not.toBe(
      cedar({
        policies: PERMIT,
        entities: [{ uid: { type: 'User', id: 'a' }, attrs: {}, parents: [] }],
      }).version,
    );
  });
});

describe('an answer of cedar', () => {
  const answer = (decision: string): never =>
    ({
      type: 'success',
      response: { decision, diagnostics: { reason: [], errors: [] } },
      warnings: [],
    }) as never;

  test('that is neither allow nor deny denies', () => {
    expect(cedarVerdict(answer('maybe'), new Map())).toMatchObject({ code: 'cedar_unknown' });
    expect(cedarVerdict(answer('allow'), new Map())).toEqual(engineVerdict('cedar', true));
  });

  test('that is a failure denies', () => {
    const failure = { type: 'failure', errors: [{ message: 'no set' }], warnings: [] } as never;
    expect(cedarVerdict(failure, new Map())).toMatchObject({
      code: 'cedar_error',
      data: { problem: 'no set' },
    });
  });
});

test('the policies of the README can be read', async () => {
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const written = /const policies = `([^`]*)`/.exec(readme)?.[1] ?? '';
  const call = { id: 'c', name: 'search', args: {} };
  expect(await tryPolicy(cedar({ policies: written }), 'preToolCall', { call })).toDeny({
    reason: 'only for customers',
    code: 'stranger',
  });
});
