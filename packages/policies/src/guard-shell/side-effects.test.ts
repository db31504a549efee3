import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { guardShell, type ShellOptions } from './index.ts';

expect.extend(policyMatchers);

function tried(command: unknown, options: Partial<ShellOptions> = {}) {
  return tryPolicy(guardShell({ tools: 'exec', ...options }), 'preToolCall', {
    call: { id: 'call_1', name: 'exec', args: { command } },
  });
}

describe('files', () => {
  test.each([
    'echo x > /etc/passwd',
    'echo x >> ~/.bashrc',
    'echo x >| /usr/bin/ls',
    'echo x &> /tmp/../etc/passwd',
    'echo x <> /etc/passwd',
    'echo x >& /etc/passwd',
    'cd / && cd etc && echo x > passwd',
    'cd /etc; echo x > ./passwd',
    "cd /etc; bash -c 'echo x > passwd'",
    '(cd /etc && echo x | tee passwd)',
    'echo x > .git/hooks/pre-commit',
    'echo x > /home/me/.ssh/authorized_keys',
    'exec 3<>/dev/tcp/10.0.0.1/80',
    'cat < /dev/tcp/10.0.0.1/80',
    'echo x | tee -a /etc/hosts',
    'cp x /usr/local/bin/ls',
    'ln -sf x ~/.bashrc',
    '{ echo x; } > /etc/passwd',
    'while :; do echo x; done > /etc/passwd',
    'bash -c "echo x > /etc/passwd"',
    '> /etc/passwd',
  ])('%s may not be written', async (command) => {
    expect(await tried(command)).toDeny({ code: 'shell_write' });
  });

  test.each([
    'echo x > "$FILE"',
    'echo x > $(mktemp)',
    'cd - && echo x > y',
    'popd; echo x > y',
    'pushd; echo x > y',
    'eval "cd /etc"; echo x > passwd',
    'command cd /etc; echo x > passwd',
    "find /etc -execdir sh -c 'echo x > passwd' ';'",
    'cp -t "$DIR" x',
    'cp "$A" b',
  ])('%s writes where nobody knows', async (command) => {
    expect(await tried(command)).toDeny({ code: 'shell_dynamic' });
  });

  test('with a list only its paths are written', async () => {
    const options = { writeTo: ['out/', '/srv/app/', 'result.txt'] };
    const said = async (command: string) => (await tried(command, options)).said;
    expect(await said('echo x > out/a/b')).toBe('allow');
    expect(await said('echo x > ./result.txt 2> /dev/null')).toBe('allow');
    expect(await said('echo x > /srv/app/../app/a')).toBe('allow');
    expect(await said('echo x > other.txt')).toBe('deny');
    expect(await said('echo x > out/../other.txt')).toBe('deny');
    expect(await said('echo x > out/../../a')).toBe('deny');
    expect(await said('echo x > /srv/apple')).toBe('deny');
    expect(await said('cd out && echo x > result.txt')).toBe('allow');
    expect(await said('cd /tmp && echo x > result.txt')).toBe('deny');
  });
});

describe('variables', () => {
  test.each([
    'PATH=/tmp/bin:$PATH ls',
    'LD_PRELOAD=/tmp/x.so ls',
    'export PATH=/tmp',
    'export "BASH_ENV=/tmp/x"',
    'declare -x PROMPT_COMMAND=x',
    'env PATH=/tmp ls',
    'read PATH < x',
    'printf -v PATH x',
    'for PATH in /tmp; do ls; done',
    'echo ${PATH:=/tmp}',
    'GIT_SSH_COMMAND=x git fetch',
    'NODE_OPTIONS=--require=/tmp/x npm test',
    'bash -c "IFS=x ls"',
  ])('%s decides what runs', async (command) => {
    expect(await tried(command)).toDeny({ code: 'shell_environment' });
  });

  test.each([
    'NODE_ENV=test npm test',
    'export NODE_ENV=production && npm run build',
    'PYTHONUNBUFFERED=1 python app.py',
    'GIT_AUTHOR_NAME=Ann git commit -m x',
    'node --test',
    'node --test --test-reporter=spec',
  ])('%s says nothing of what runs', async (command) => {
    expect(await tried(command)).toAllow();
  });

  test.each(['node --test -e 1', 'node --test --import ./x.js', 'node --test -', 'python --test'])(
    '%s runs what nobody can tell',
    async (command) => {
      expect(await tried(command)).toDeny({ code: 'shell_dynamic' });
    },
  );

  test('with a list only its variables are set', async () => {
    const options = { environment: ['CI'] };
    expect(await tried('CI=1 npm test', options)).toAllow();
    expect(await tried('DEBUG=1 npm test', options)).toDeny({ code: 'shell_environment' });
    expect(await tried('DEBUG=1; npm test', options)).toDeny({ code: 'shell_environment' });
  });
});

describe('options', () => {
  test.each<unknown>([
    {},
    { tools: 'exec', allow: [''] },
    { tools: 'exec', allow: ['  '] },
    { tools: 'exec', allow: 'ls' },
    { tools: 'exec', deny: [{ program: 'a b' }] },
    { tools: 'exec', deny: [{ program: 'a', args: 'b' }] },
    { tools: 'exec', deny: [null] },
    { tools: 'exec', destructive: 'ask' },
    { tools: 'exec', writeTo: [''] },
  ])('%j is refused when the policy is made', (options) => {
    expect(() => guardShell(options as ShellOptions)).toThrow('[invalid_option]');
  });

  test('the command may be under another name, and other tools are left alone', async () => {
    const policy = guardShell({ tools: /run_.*/, argument: 'script' });
    const at = (name: string, args: object) =>
      tryPolicy(policy, 'preToolCall', { call: { id: '1', name, args: { ...args } } });
    expect(await at('run_bash', { script: 'ls' })).toAllow();
    expect(await at('run_bash', { command: 'ls' })).toDeny({ code: 'shell_unreadable' });
    expect(await at('note', { text: 'rm -rf /' })).toAllow();
  });
});
