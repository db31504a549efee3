import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { temporaryApp } from '../../test/temporary-app.ts';

const app = temporaryApp({}, []);
const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

beforeAll(async () => {
  for (const shell of SHELLS)
    app.write(`completion.${shell}`, (await app.run('complete', shell)).out);
  app.write('tab.bash', IN_BASH);
  app.write('tab.zsh', IN_ZSH);
  app.write('tab.fish', IN_FISH);
});
afterAll(() => app[Symbol.dispose]());

/** Calls the completion with the typed text split into words, as bash does. */
const IN_BASH = `set -eu
interpose() { "$NODE" "$COMMAND" "$@"; }
source ./completion.bash
read -ra COMP_WORDS <<<"$1"
[[ "$1" == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_interpose_complete
printf '%s\\n' \${COMPREPLY[@]+"\${COMPREPLY[@]}"}`;

/** Types into a zsh in a pseudo-terminal: the text, the Tab key and further keys. */
const IN_ZSH = `zmodload zsh/zpty
zpty shell 'PS1= TERM=dumb zsh -f -i'
zpty -w shell 'bindkey -e; autoload -Uz compinit; compinit -u -D'
zpty -w shell 'interpose() { if [[ $1 = complete ]]; then "$NODE" "$COMMAND" "$@"; else print -r -- "ran <$*>"; fi }'
zpty -w shell 'source ./completion.zsh; print ready\${:-now}'
zpty -r shell out '*readynow*'
zpty -w -n shell "$1"$'\\t'"$2"$'\\n'
zpty -r shell out '*ran <*>*'
print -r -- \${\${out##*ran <}%%>*}
zpty -d shell`;

/** Asks fish for its completions. */
const IN_FISH = `function interpose
    $NODE $COMMAND $argv
end
source ./completion.fish
complete -C $argv[1]`;

const PLAIN: Readonly<Record<Shell, string>> = {
  bash: '--norc',
  zsh: '-f',
  fish: '--no-config',
};

function typed(shell: Shell, ...words: readonly string[]): string {
  const command = join(app.folder, 'node_modules/interpose/dist/cli.js');
  const { stdout, stderr } = spawnSync(shell, [PLAIN[shell], `tab.${shell}`, ...words], {
    cwd: app.folder,
    encoding: 'utf8',
    env: { ...process.env, HOME: app.folder, NODE: process.execPath, COMMAND: command },
  });
  expect(stderr).toBe('');
  return stdout.trim();
}

test('completion offers commands, each with its summary, and their options', async () => {
  expect((await app.run('complete', '--', 'exp')).out).toMatch(
    /^explain\tsay what a code means, or why a recorded step was denied$/m,
  );
  expect((await app.run('complete', '--', 'diff', '--')).out).toMatch(/^--candidate/m);
});

describe.for(SHELLS)('in a real %s', (shell) => {
  beforeEach(({ skip }) => {
    const { error } = spawnSync(shell, ['-c', 'true']);
    if (error !== undefined) skip(`${shell} is not installed here: its completion is not tested`);
  });

  test('the Tab key completes commands and options', () => {
    // zsh runs the completed line; the other shells print their completions.
    const offered = (text: string): string | undefined => typed(shell, text).split(/[\t\n]/)[0];
    const line = (before: string, found: string): string => (shell === 'zsh' ? before : '') + found;
    expect(offered('interpose exp')).toBe('explain');
    expect(offered('interpose diff --cand')).toBe(line('diff ', '--candidate'));
    expect(offered('interpose approvals li')).toBe(line('approvals ', 'list'));
  });

  test('the Tab key runs nothing of what was typed', () => {
    const line = 'interpose replay';
    for (const text of [
      '$(touch ran)',
      '`touch ran`',
      '(touch ran)',
      '; touch ran;',
      '"; touch ran;"',
    ])
      typed(shell, `${line} ${text} --conf`, '\u0015interpose done');
    expect(readdirSync(app.folder)).not.toContain('ran');
  });
});
