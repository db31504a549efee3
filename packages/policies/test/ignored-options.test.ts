import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { memoryStore, type Policy } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { redactedApprover } from '../src/approvers/index.ts';
import { cache } from '../src/cache/index.ts';
import { circuitBreaker } from '../src/circuit-breaker/index.ts';
import { some, unless } from '../src/combine/index.ts';
import { guardEgress } from '../src/guard-egress/index.ts';
import { limitRate } from '../src/limit-rate/index.ts';
import { limitSpend } from '../src/limit-spend/index.ts';
import { monitor } from '../src/monitor/index.ts';
import { redactPersonal } from '../src/redact-personal/index.ts';
import { redactSecrets } from '../src/redact-secrets/index.ts';
import { redactWith } from '../src/redact-with/index.ts';

/** Arguments before the options, and options that the factory accepts, where `{}` would not do. */
const accepted: Readonly<Record<string, readonly unknown[]>> = {
  allowTools: [['search']],
  cache: [{ tools: ['search'] }],
  cedar: [{ policies: 'permit(principal, action, resource);' }],
  checkArguments: [{}],
  denyTools: [['exec']],
  fallbackModel: [['small']],
  encryptedStore: [{ get: () => undefined, update: () => undefined }],
  escalating: [[() => ({ approved: true })]],
  filterTools: [() => true],
  guardShell: [{ tools: 'exec' }],
  guardSql: [{ tools: 'query', dialect: 'postgresql' }],
  killSwitch: [{ signal: AbortSignal.timeout(60_000) }],
  limitRate: [{ limit: 1, windowMs: 1000 }],
  limitSpend: [{ tokens: 1, windowMs: 1000 }],
  opa: [{ wasm: new Uint8Array() }],
  parallel: [[{ name: 'one', hooks: {} }]],
  postgresStore: [() => undefined],
  quorum: [1, [() => ({ approved: true })]],
  redisStore: [{ sendCommand: () => undefined }],
  requireApproval: [{ tools: ['refund'] }],
  ballotBox: [{ needed: 1, voters: ['ada'], store: { get: () => undefined } }],
  rules: [{ version: 1, rules: [] }],
  labelledRules: [{ default: 'allow', rules: [] }],
  switchOff: [memoryStore(), 'all'],
};

/** Those whose last argument of the table is the options themselves. */
const inPlace =
  /^(cache|cedar|guardShell|guardSql|killSwitch|limitRate|limitSpend|opa|requireApproval|ballotBox)$/;

type Factory = (...given: unknown[]) => unknown;

const closed: Policy = { name: 'closed', hooks: { preToolCall: () => undefined } };

/** As JavaScript calls it. */
function untyped(factory: unknown): Factory {
  return factory as Factory;
}

/** Every exported function whose source says that it takes options, so that none is left out of this table. */
async function factories(): Promise<readonly (readonly [string, Factory])[]> {
  const folder = join(import.meta.dirname, '..');
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly '@interpose/source'?: string }>>;
  };
  const entries = Object.values(exports).flatMap((entry) => entry['@interpose/source'] ?? []);
  const found = await Promise.all(
    entries
      .filter((path) => path.endsWith('.ts'))
      .map(async (path) => Object.entries((await import(join(folder, path))) as object)),
  );
  return found.flat().filter((each): each is [string, Factory] => {
    const [, value] = each as readonly [string, unknown];
    return (
      typeof value === 'function' &&
      /checkOptions\)?\((?!"\w+", (?:undefined|void 0))/.test(String(value))
    );
  });
}

describe('options that nobody would read', async () => {
  const all = await factories();

  test('are looked for in every factory that takes options', () => {
    expect(all.map(([name]) => name).toSorted()).toMatchObject(
      expect.arrayContaining([...Object.keys(accepted), 'guardEgress', 'trackTaint', 'stopLoops']),
    );
    expect(all.length).toBeGreaterThanOrEqual(26);
  });

  test.for<[string, string, unknown]>([
    ['allowTools', 'offer', 'no'],
    ['denyTools', 'offer', null],
    ['cache', 'readOnlyTools', 'true'],
    ['cache', 'store', true],
    ['circuitBreaker', 'watch', 'tools'],
    ['circuitBreaker', 'counts', true],
    ['fallbackModel', 'when', '5xx'],
    ['guardEgress', 'schemes', 'https'],
    ['guardEgress', 'resolve', 'dns'],
    ['guardShell', 'deny', 'rm'],
    ['guardShell', 'environment', 'PATH'],
    ['guardSql', 'tables', ['orders']],
    ['guardSql', 'columns', 'email'],
    ['guardSql', 'argument', 5],
    ['killSwitch', 'freshMs', true],
    ['killSwitch', 'signal', null],
    ['limitRate', 'on', 'preToolCall'],
    ['limitRate', 'store', null],
    ['limitSpend', 'prices', true],
    ['limitSpend', 'estimate', 5],
    ['redactPersonal', 'types', 'IBAN'],
    ['redactPersonal', 'lists', ['Ada']],
    ['redactPersonal', 'redactAnswers', 'false'],
    ['redactSecrets', 'detectors', {}],
    ['redactSecrets', 'priority', Number.NaN],
    ['retryTools', 'when', true],
    ['stopLoops', 'message', 5],
    ['trackTaint', 'tools', ['send_mail']],
    ['trackTaint', 'sources', null],
    ['trackTaint', 'hosts', 'example.com'],
    ['trackTaint', 'tools', Promise.resolve({})],
    ['redactPersonal', 'lists', new Map([['NAME', ['Ann']]])],
    ['guardEgress', 'deny', null],
    ['guardEgress', 'allowPrivate', null],
    ['guardEgress', 'ports', null],
    ['guardEgress', 'credentials', null],
    ['checkArguments', 'transform', 'true'],
    ['webhookApprover', 'fetch', 'fetch'],
  ])('%s refuses %s of the wrong type, by name: %j', async ([name, option, value]) => {
    const factory = all.find(([each]) => each === name)![1];
    const before = accepted[name] ?? [];
    const given = inPlace.test(name)
      ? [{ ...(before[0] as object), [option]: value }]
      : [...before, { [option]: value }];
    const make = async (): Promise<unknown> => factory(...given);
    await expect(make()).rejects.toThrow(
      new RegExp(`^\\[invalid_option\\] ${option} is .* in ${name}; pass `),
    );
  });

  test.for(all.filter(([name]) => inPlace.test(name)))(
    '%s needs some, and says which there are',
    async ([name, factory]) => {
      const make = async (): Promise<unknown> => factory();
      await expect(make()).rejects.toThrow(
        `[invalid_option] ${name} takes an object, and got null; pass an object with any of `,
      );
    },
  );

  test.for(all)('%s refuses what stands behind them', async ([name, factory]) => {
    const before = accepted[name] ?? [];
    const given = inPlace.test(name) ? before : [...before, {}];
    const make = async (): Promise<unknown> => factory(...given, { allow: ['ls'] });
    await expect(make()).rejects.toThrow(
      `[invalid_option] ${name} got more arguments than it reads; pass one object of options`,
    );
  });

  test.for<[string, () => unknown]>([
    ['monitor', () => untyped(monitor)(closed, closed)],
    ['unless', () => untyped(unless)(() => true, closed, closed)],
    ['redactWith', () => untyped(redactWith)([redactSecrets()], redactPersonal())],
    [
      'redactedApprover',
      () => untyped(redactedApprover)(() => undefined, [redactSecrets()], redactPersonal()),
    ],
  ])('%s refuses a policy behind the one it reads', ([name, make]) => {
    expect(make).toThrow(`[invalid_option] ${name} got more arguments than it reads`);
  });

  test.for<[string, () => unknown, string]>([
    ['limitRate', () => limitRate({ limit: 1, windowMs: 9, store: {} as never }), 'no StateStore'],
    ['limitSpend', () => limitSpend({ tokens: 1, store: {} as never }), 'no StateStore'],
    ['cache', () => cache({ tools: 'a', store: {} as never }), 'no StateStore'],
    ['circuitBreaker', () => circuitBreaker({ store: {} as never }), 'no StateStore'],
    ['guardEgress', () => guardEgress({ hostKeys: [' url'] }), 'hostKeys holds " url"'],
    ['guardEgress', () => guardEgress({ hostKeys: [5 as never] }), 'hostKeys holds 5'],
    ['redactSecrets', () => redactSecrets({ detectors: ['x' as never] }), 'what finds nothing'],
    ['redactSecrets', () => redactSecrets({ detectors: [null as never] }), 'what finds nothing'],
    ['redactPersonal', () => redactPersonal({ lists: { A: 'Ann' as never } }), 'no list of texts'],
    ['redactPersonal', () => redactPersonal({ lists: { A: [5 as never] } }), 'no list of texts'],
    ['some', () => some(undefined as never), 'got null'],
  ])('%s refuses what looks right and is not: %s', ([, make, message]) => {
    expect(make).toThrow(message);
  });

  test.for(all)('%s refuses one that is misspelt, by name', async ([name, factory]) => {
    const before = accepted[name] ?? [];
    const given = inPlace.test(name)
      ? [{ ...(before[0] as object), misspelt: true }]
      : [...before, { misspelt: true }];
    const make = async (): Promise<unknown> => factory(...given);
    await expect(make()).rejects.toThrow(
      new RegExp(`^\\[invalid_option\\] ${name} does not know "misspelt"; did you mean`),
    );
  });
});
