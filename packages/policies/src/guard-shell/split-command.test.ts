import type { Dict } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { guardShell, type ShellOptions } from './index.ts';

expect.extend(policyMatchers);

function tried(args: Dict, options: Partial<ShellOptions> = {}) {
  return tryPolicy(guardShell({ tools: 'exec', ...options }), 'preToolCall', {
    call: { id: 'call_1', name: 'exec', args },
  });
}

describe('a command with its arguments beside it', () => {
  test.each<[Dict]>([
    [{ command: 'rm', args: ['-rf', 'x'] }],
    [{ command: 'rm', arguments: ['-rf', 'x'] }],
    [{ command: 'rm', argv: ['-rf x'] }],
    [{ command: 'rm', args: '-rf x' }],
    [{ command: ['git'], args: ['push', '--force'] }],
    [{ command: 'ls', args: ['; rm -rf x'] }],
    [{ command: 'sh', args: ['-c', 'rm -rf x'] }],
  ])('is judged as one command line: %j', async (args) => {
    expect(await tried(args)).toDeny({ code: 'shell_denied' });
  });

  test('is allowed as a whole', async () => {
    const allow = ['git log'];
    expect(await tried({ command: 'git', args: ['log', '-1'] }, { allow })).toAllow();
    expect(await tried({ command: 'git', args: 'log -1' }, { allow })).toAllow();
    expect(await tried({ command: 'git log', args: [] }, { allow })).toAllow();
    expect(await tried({ command: 'git log', args: null, argv: '' }, { allow })).toAllow();
    const other = await tried({ command: 'git', args: ['status'] }, { allow });
    expect(other).toDeny({ code: 'shell_not_allowed' });
  });

  test.each<[Dict]>([
    [{ command: 'git log', args: ['-1'] }],
    [{ command: 'ls', args: ['a', 1] }],
    [{ command: 'ls', args: { all: true } }],
    [{ command: 'ls', args: ['a'], argv: ['b'] }],
    [{ command: '', args: ['rm'] }],
  ])('cannot be read where it may mean two things: %j', async (args) => {
    expect(await tried(args)).toDeny({ code: 'shell_unreadable' });
  });

  test('is read from the argument that holds it, wherever that is', async () => {
    const options = { argument: 'args' };
    expect(await tried({ args: ['ls', '-l'] }, options)).toAllow();
    expect(await tried({ args: ['rm', '-rf', 'x'] }, options)).toDeny({ code: 'shell_denied' });
  });
});
