import { type Policy } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { adds, call, never, no, on, person, yes } from '../../test/sample-policies.ts';
import { monitor } from '../monitor/index.ts';
import { every, some } from './index.ts';

expect.extend(policyMatchers);

describe('every', () => {
  test('lets a step pass that all let pass, with the changes of each folded in order', async () => {
    const trial = await tryPolicy(every(adds('a', 1), yes, adds('b', 10)), 'preToolCall', { call });
    expect(trial).toModify({ ...call, args: { cents: 16 } });
    expect(trial.record?.by).toEqual([
      'every(a, yes, b)/a/preToolCall',
      'every(a, yes, b)/b/preToolCall',
    ]);
  });

  test('denies with the first deny, and asks nobody after it', async () => {
    let asked = false;
    const last = on('last', () => void (asked = true));
    expect(await tryPolicy(every(yes, no, never, last), 'preToolCall', { call })).toDeny({
      reason: 'no',
    });
    expect(asked).toBe(false);
  });

  test('asks where one asks and none denies', async () => {
    expect(await tryPolicy(every(person, yes), 'preToolCall', { call })).toAsk();
    expect(await tryPolicy(every(person, no), 'preToolCall', { call })).toDeny('no');
  });

  test('keeps filters, conditions and priorities of its members', async () => {
    const log: string[] = [];
    const noting = (name: string): Policy => ({
      name,
      priority: name === 'early' ? 1 : 100,
      hooks: {
        preToolCall: [
          { run: () => void log.push(name) },
          { run: () => void log.push('other tool'), tool: 'search' },
          { run: () => void log.push('other agent'), agent: 'nobody' },
          { run: () => void log.push('never'), when: () => false },
        ],
      },
    });
    await tryPolicy(every(noting('late'), noting('early')), 'preToolCall', { call });
    expect(log).toEqual(['early', 'late']);
  });

  test('leaves a member in dry run a dry run', async () => {
    const trial = await tryPolicy(every(monitor(no), yes), 'preToolCall', { call });
    expect(trial).toAllow();
    expect(trial.monitored?.by).toEqual(['every(no, yes)/no/preToolCall']);
  });

  test('as a dry run applies nothing', async () => {
    const trial = await tryPolicy(monitor(every(yes, no)), 'preToolCall', { call });
    expect(trial).toAllow();
    expect(trial.monitored?.decision).toBe('deny');
  });

  test('has a version that changes with every member', () => {
    expect(every(yes, no).version).not.toBe(every(yes, { ...no, version: '1.0.1' }).version);
    expect(some(yes, no).version).not.toBe(some({ ...yes, version: '2' }, no).version);
  });

  test('of one policy is that policy', () => {
    expect(every(no)).toBe(no);
    expect(some(no)).toBe(no);
  });
});
