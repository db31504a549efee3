import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { guardShell, type ShellOptions } from './index.ts';

expect.extend(policyMatchers);

function tried(command: string, options: Partial<ShellOptions> = {}) {
  return tryPolicy(guardShell({ tools: 'exec', ...options }), 'preToolCall', {
    call: { id: 'call_1', name: 'exec', args: { command } },
  });
}

const allow = ['ls', 'cat', 'seq', 'bash', 'npm test', 'let', 'unset'];

describe('Bash computes with what some variables are set to', () => {
  test.each([
    'RANDOM=$(cat f)',
    'x=$(cat f); OPTIND=x',
    'SRANDOM=$(cat f) ls',
    'for RANDOM in $(cat f); do ls; done',
    'a=$(cat f); declare RANDOM=a',
    'export OPTIND=a',
    'read OPTIND < f',
    'printf -v RANDOM %s "$x"',
  ])('%s is denied', async (command) => {
    expect(await tried(command)).toDeny({ code: 'shell_dynamic' });
    expect(await tried(command, { allow: [...allow, 'read', 'declare', 'export'] })).toDeny({
      code: 'shell_dynamic',
    });
  });

  test.each(['RANDOM=42', 'OPTIND=1', 'RANDOM=; ls', 'f() { local OPTIND=1; }; f'])(
    '%s sets a number',
    async (command) => expect(await tried(command)).toAllow(),
  );
});

describe('Bash runs the substitutions in a subscript of a value that it computes with', () => {
  test.each([
    `for a in 'x[$(id)]'; do echo $((a)); done`,
    `for a in 'x[$(id)]'; do [[ a -eq 0 ]]; done`,
    `a='x[$'; b='(id)]'; c=$a$b; echo $((c))`,
    `a='x[$'; a+='(id)]'; echo $((a))`,
    `a=('x[$(id)]'); echo $((a))`,
    `: \${b:='x[$(id)]'}; ((b))`,
    `a=$(printf 'x[\\044(id)]'); echo $[a]`,
    `printf -v a 'x[\\044(id)]'; echo $((a))`,
    `builtin printf -v a 'x[\\044(id)]'; echo $((a))`,
    `echo() { printf $(($1)); }; echo 'x[$(id)]'`,
    `bash -c 'echo $(($0))' 'x[$(id)]'`,
    `env 'a=x[$(id)]' bash -c 'echo $((a))'`,
    `a=1; eval "a='x[\\$'(id)]"; echo $((a))`,
    `echo 'x[$(id)]'; echo $((_))`,
    `echo $(( $(echo 'x[$(id)]') ))`,
    `[[ $(echo 'x[$(id)]') -eq 0 ]]`,
    `[[ -v $(echo 'x[$(id)]') ]]`,
    `test -v "$(echo 'x[$(id)]')"`,
    `x=abc; echo \${x:$(echo 'y[$(id)]')}`,
    `x=$(printf 'y[\\044(id)]'); echo \${!x}`,
    `a=$(printf 'x[\\044(id)]'); for ((i=a;;)); do ls; done`,
    'x=$(cat f); a=([$x]=1)',
    'x=$(cat f); a+=([1]=y ["$x"]+=1)',
    'x=$(cat f); a=([x]=1)',
    'a=([$(cat f)]=1)',
    'x=$(cat f); ls {a[$x]}>g',
    'x=$(cat f); ls {a[x]}>g',
    'COLUMNS=$(cat f); echo $((COLUMNS))',
    'a=$(cat f) env UID=a bash -c "echo \\$((UID))"',
    'COLUMNS=$(cat f) bash -c "ls; echo \\$((COLUMNS))"',
    `seq() { echo 'x[$(ls)]'; }; for a in $(seq 1 2); do echo $((a)); done`,
  ])('%s is denied with a list of commands', async (command) => {
    expect(await tried(command, { allow })).toDeny({ code: 'shell_dynamic' });
  });

  test.each([
    'for i in 1 2 3; do echo $((i*2)); done',
    'for i in {1..5}; do echo $((i+1)); done',
    'for i in $(seq 1 5); do echo $((i)); done',
    'i=0; while ls; do i=$((i+1)); done',
    'for ((i=0;i<3;i++)); do echo "$i"; done',
    'n=0; for f in *.txt; do ((n++)); done; echo $n',
    'x=5 y=6; (( x < y )) && ls',
    'x=abc; echo ${x:0:2} ${x:-y}',
    'a=(1 2); echo ${a[0]} ${a[@]} ${#a[@]}',
    'i=0; a=([i]=x [1]=y z); echo "${a[@]}"',
    'ls {fd}>f',
    '[[ $# -eq 1 ]] || [[ $? -ne 0 ]] || [ "$x" -gt 3 ] || [ -v HOME ]',
    'echo $((1+2)) $(( RANDOM % 5 ))',
    'cat <<-EOF\n\thi $((1+1))\n\tEOF',
  ])('%s computes with its own numbers', async (command) => {
    expect(await tried(command, { allow })).toAllow();
    expect(await tried(command)).toAllow();
  });

  test('without a list of commands any number may be computed with', async () => {
    expect(await tried('n=$(wc -l < f); echo $((n+1))')).toAllow();
    expect(await tried('f() { echo $(($1)); }; f 1')).toAllow();
  });
});

describe('variables that decide what runs', () => {
  test.each([
    '((PATH=5)); ls',
    'for ((PATH=1;;)); do ls; done',
    ': $((BASH_ENV++))',
    'echo ${x[PATH=5]}',
    'exec {PATH}>out/x; ls',
    'coproc PATH { ls; }; ls',
    'wait -p PATH; ls',
    'let PATH=1; ls',
    'unset PATH; ls',
    'XDG_CONFIG_HOME=out ls',
    'GCONV_PATH=out ls',
    'TAR_OPTIONS=--to-command=x ls',
    'RIPGREP_CONFIG_PATH=out/x ls',
    'OPENSSL_CONF=out/x ls',
    'MAKEFILES=out/x ls',
  ])('%s sets one', async (command) => {
    expect((await tried(command, { allow, writeTo: ['out/'] })).said).toBe('deny');
  });
});

describe('the end of a here-document', () => {
  test.each(["cat <<-'\tEOF'\n\tEOF\nid", 'cat <<-"\tEOF"\n\tEOF\nrm -rf x', 'cat <<EOF\nx'])(
    '%j is where Bash finds it',
    async (command) => {
      expect(await tried(command)).toDeny({ code: 'shell_unreadable' });
    },
  );
});
