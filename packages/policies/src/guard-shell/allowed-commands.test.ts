import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { guardShell, type ShellOptions } from './index.ts';

expect.extend(policyMatchers);

function tried(command: unknown, options: Partial<ShellOptions> = {}) {
  return tryPolicy(guardShell({ tools: 'exec', ...options }), 'preToolCall', {
    call: { id: 'call_1', name: 'exec', args: { command } },
  });
}

describe('what is ordinary runs', () => {
  test.each([
    'ls -la',
    'rm file.txt',
    'cat a.txt | grep -n "rm -rf" | wc -l',
    'echo "rm -rf /"',
    "grep '$(rm -rf x)' notes.txt",
    'npm test 2>&1 | tail -20',
    'git status && git diff HEAD~1',
    'git commit -m "$MESSAGE"',
    'git push origin main',
    'for f in a b; do cat "$f"; done',
    'python3 script.py "$ARG"',
    'python3 --version',
    'FOO=bar npm run build > build.log',
    'cd packages && ls > list.txt',
    'find . -name "*.ts" -exec grep -l x {} +',
    'echo x > /dev/null',
    'command -v git',
    'if [ -f a ]; then cat a; fi',
    'cp a.txt b.txt',
    '',
  ])('%s', async (command) => {
    expect(await tried(command)).toAllow();
  });

  test('a list of words is one command', async () => {
    expect(await tried(['ls', '-la', '$(rm -rf x)', '; rm -rf x'])).toAllow();
    expect(await tried(['bash', '-lc', 'rm -rf x'])).toDeny({ code: 'shell_denied' });
  });
});

describe('with a list only its commands run', () => {
  const allow: ShellOptions['allow'] = [
    'ls',
    'git log',
    'npm test',
    './build.sh',
    'python3 -c',
    { program: 'curl', args: (args) => args.every((arg) => arg?.startsWith('https://a.test/')) },
  ];

  test.each([
    'ls -la "$DIR"',
    'git log --oneline -5',
    'cd src && ls | head -1',
    './build.sh --all',
    'curl https://a.test/x',
    'env ls',
    'timeout 5 npm test',
    'echo x | xargs ls',
    'bash -c "ls; git log"',
    'python3 -c "print(1)"',
    'for f in *; do echo "$f"; done',
  ])('%s', async (command) => {
    const trial = await tried(command, { allow: [...allow, 'head', 'bash'] });
    expect(trial).toAllow();
  });

  test.each([
    'cat x',
    './ls',
    '/tmp/ls',
    'git status',
    'git -c alias.log=!x log',
    'git "$VERB"',
    'npm run test',
    'LS',
    'sh build.sh',
    'ls && cat x',
    'ls $(cat x)',
    'find . -exec ls {} +',
    'curl https://a.test/x https://b.test',
    'curl "$URL"',
    'env cat x',
    'xargs cat',
    'bash -c "ls; cat x"',
    '(curl() { :; }); cat',
    'cat() { ls; }; cat',
    'read x',
  ])('%s is not on it', async (command) => {
    expect((await tried(command, { allow })).said).toBe('deny');
    expect(await tried(command, { allow, destructive: 'allow' })).toDeny({
      code: 'shell_not_allowed',
    });
  });

  test('a deny rule is stronger, wherever the program lies and whatever the order', async () => {
    const options = { allow: ['git', 'npm'], deny: ['git push', 'npm'] };
    expect(await tried('git log', options)).toAllow();
    expect(await tried('git --no-pager push', options)).toDeny({ code: 'shell_denied' });
    expect(await tried('git --no-pager "$VERB"', options)).toDeny({ code: 'shell_denied' });
    expect(await tried('/usr/bin/npm test', options)).toDeny({ code: 'shell_denied' });
  });
});

test('a command that is denied stays denied whatever surrounds it', async () => {
  const policy = guardShell({ tools: 'exec' });
  const around: readonly ((inner: string) => string)[] = [
    (inner) => `ls; ${inner}`,
    (inner) => `( ${inner} )`,
    (inner) => `{ ${inner}; }`,
    (inner) => `echo "$(${inner})"`,
    (inner) => `bash -c ${quoted(inner)}`,
    (inner) => `eval ${quoted(inner)}`,
    (inner) => `if true; then ${inner}; fi`,
    (inner) => `true && ${inner} &`,
    (inner) => `trap ${quoted(inner)} EXIT`,
    (inner) => `xargs sh -c ${quoted(inner)}`,
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...around), { maxLength: 5 }),
      fc.constantFrom('rm -rf x', 'mkfs /dev/sda', 'git push -f'),
      async (layers, denied) => {
        const command = layers.reduce<string>((inner, layer) => layer(inner), denied);
        const call = { id: '1', name: 'exec', args: { command } };
        const trial = await tryPolicy(policy, 'preToolCall', { call });
        expect({ command, said: trial.said }).toEqual({ command, said: 'deny' });
      },
    ),
    { numRuns: 150 },
  );
});

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
