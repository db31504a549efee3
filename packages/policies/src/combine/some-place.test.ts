import { createHooks, deny, type Policy, type PolicyHooks } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { describe, expect, test } from 'vitest';

import { call, tool } from '../../test/sample-policies.ts';
import { every, some } from './index.ts';

describe('the place of some', () => {
  const noting = (log: string[], name: string, priority?: number): Policy => ({
    name,
    ...(priority === undefined ? {} : { priority }),
    hooks: {
      preToolCall: () => void log.push(name),
      onToolCallResult: () => void log.push(`${name} after`),
    },
  });

  test('is the outermost of the places of its members, before and after a step', async () => {
    const log: string[] = [];
    const unit = some(
      { ...noting(log, 'inner', 80), hooks: { preToolCall: () => deny('no') } },
      noting(log, 'outer', 20),
    );
    const all = every(noting(log, 'first', 10), noting(log, 'middle', 50), unit);
    await tryPolicy(all, 'preToolCall', { call });
    await tryPolicy(all, 'onToolCallResult', { call, result: 1 });
    expect(log).toEqual(['first', 'outer', 'middle', 'middle after', 'outer after', 'first after']);
  });

  test('is in the order of priorities inside each member', async () => {
    const log: string[] = [];
    const note = (name: string, priority: number): object => ({
      run: () => void log.push(name),
      priority,
    });
    const member: Policy = {
      name: 'member',
      hooks: {
        preToolCall: [note('late', 90), note('early', 10)],
        onToolCallResult: [note('early', 10), note('late', 90)],
      } as PolicyHooks,
    };
    const unit = some(member, member);
    await tryPolicy(unit, 'preToolCall', { call });
    await tryPolicy(unit, 'onToolCallResult', { call, result: 1 });
    expect(log.join(' ')).toBe('early late early late late early late early');
  });

  test('can be moved where no member has one', async () => {
    const log: string[] = [];
    const unit = { ...some(noting(log, 'a'), noting(log, 'b')), priority: 1 };
    const hooks = createHooks({ policies: [noting(log, 'first', 5), unit] });
    await hooks.dispatch('preToolCall', { call, tool });
    expect(log).toEqual(['a', 'b', 'first']);
  });
});
