import { describe, expect, test } from 'vitest';

import type { Scope } from '../index.ts';
import { createScopes } from './scopes.ts';

function scopesWithLog() {
  const log: string[] = [];
  return { scopes: createScopes((event, { name }) => log.push(`${event} ${name}`)), log };
}

const BILLING: Scope = { name: 'billing', tools: ['refund', 'invoice'] };

describe('scopes', () => {
  test('enable their tools while they are registered', () => {
    const { scopes } = scopesWithLog();
    const leave = scopes.register(BILLING);
    expect(scopes.isEnabled('refund')).toBe(true);
    leave();
    expect(scopes.isEnabled('refund')).toBe(false);
    expect(scopes.isEnabled('invoice')).toBe(false);
    scopes.register(BILLING);
    expect(scopes.isEnabled('refund')).toBe(true);
  });

  test('leave tools that were never in one enabled', () => {
    const { scopes } = scopesWithLog();
    scopes.register(BILLING)();
    expect(scopes.isEnabled('search')).toBe(true);
  });

  test('enable a tool while any of its scopes is registered', () => {
    const { scopes } = scopesWithLog();
    const leave = scopes.register(BILLING);
    scopes.register({ name: 'support', tools: ['refund'] });
    leave();
    expect(scopes.isEnabled('refund')).toBe(true);
    expect(scopes.isEnabled('invoice')).toBe(false);
    expect(scopes.scopeOf('refund')).toBe('support');
  });

  test('tell the registered scope of a tool, and none where there is none', () => {
    const { scopes } = scopesWithLog();
    const leave = scopes.register(BILLING);
    expect([scopes.scopeOf('refund'), scopes.scopeOf('search')]).toEqual(['billing', undefined]);
    leave();
    expect(scopes.scopeOf('refund')).toBeUndefined();
  });

  test('registered twice are active until both registrations are disposed, and told once', () => {
    const { scopes, log } = scopesWithLog();
    const first = scopes.register(BILLING);
    const second = scopes.register(BILLING);
    first();
    first();
    expect(scopes.isEnabled('refund')).toBe(true);
    second();
    expect(scopes.isEnabled('refund')).toBe(false);
    expect(log).toEqual(['onScopeRegister billing', 'onScopeUnregister billing']);
  });

  test('of one name may have different tools', () => {
    const { scopes } = scopesWithLog();
    scopes.register(BILLING);
    const leave = scopes.register({ name: 'billing', tools: ['charge'] });
    expect(scopes.isEnabled('charge')).toBe(true);
    leave();
    expect([scopes.isEnabled('charge'), scopes.isEnabled('refund')]).toEqual([false, true]);
  });

  test('unregister by name drops every registration, and an unknown name does nothing', () => {
    const { scopes, log } = scopesWithLog();
    const first = scopes.register(BILLING);
    scopes.register(BILLING);
    scopes.unregister('other');
    scopes.unregister('billing');
    first();
    expect(scopes.isEnabled('refund')).toBe(false);
    expect(log).toEqual(['onScopeRegister billing', 'onScopeUnregister billing']);
  });

  test('keep the tools they were registered with', () => {
    const { scopes } = scopesWithLog();
    const tools = ['refund'];
    scopes.register({ name: 'billing', tools });
    tools.push('exec');
    expect(scopes.scopeOf('exec')).toBeUndefined();
  });

  test.each<[unknown]>([
    [undefined],
    [null],
    ['billing'],
    [{ name: 'billing' }],
    [{ name: '', tools: [] }],
    [{ name: 7, tools: [] }],
    [{ name: 'billing', tools: 'refund' }],
    [{ name: 'billing', tools: ['refund', 7] }],
  ])('refuse %j', (scope) => {
    expect(() => scopesWithLog().scopes.register(scope as Scope)).toThrow('[invalid_option]');
  });
});
