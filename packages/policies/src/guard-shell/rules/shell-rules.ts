import { InterposeError } from '@interpose/core';

import { allowRules, denyRules, type RuleTest } from './command-rules.ts';
import { destructiveCommands } from './destructive-commands.ts';
import type { ShellOptions } from './shell-options.ts';
import { writeRules, type WriteTest } from './write-rules.ts';

/** The options with their defaults, in a form that can be tested. */
export interface ShellRules {
  /** Undefined allows any command that is not denied. */
  readonly allow: RuleTest | undefined;
  readonly deny: RuleTest;
  readonly mayWrite: WriteTest;
  readonly maySet: (variable: string) => boolean;
}

/** Variables that decide which program runs, or what else it runs. */
const STEERING =
  /^(?:PATH|IFS|ENV|BASH_.*|SHELLOPTS|BASHOPTS|PS[0-4]|PROMPT_COMMAND|CDPATH|HOME|SHELL|LD_.*|DYLD_.*|GIT_.*|SSH_.*|NODE_.*|NPM_CONFIG_.*|PYTHON.*|PERL.*|RUBY.*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|EDITOR|VISUAL|BROWSER|.*PAGER|LESS.*|TERMINFO|HTTPS?_PROXY|ALL_PROXY|(?:GNU)?MAKEFLAGS|MAKEFILES|CLASSPATH|XDG_(?:CONFIG|DATA)_(?:HOME|DIRS)|GCONV_PATH|OPENSSL_(?:CONF|MODULES|ENGINES)|TAR_OPTIONS|RSYNC_RSH|RIPGREP_CONFIG_PATH|CARGO_.*|RUSTC(?:_.*)?|GOFLAGS|JDK_JAVA_OPTIONS|(?:MAVEN|GRADLE)_OPTS|LUA_.*|PHPRC|PHP_INI_SCAN_DIR|INPUTRC|ZDOTDIR|VIMINIT|EXINIT)$/i;

/** Variables of the same families that do not affect which program runs. */
const HARMLESS =
  /^(?:NODE_(?:ENV|NO_WARNINGS|DEBUG)|PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|IOENCODING|UTF8|HASHSEED)|GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|GIT_TERMINAL_PROMPT)$/;

/**
 * Reads the options.
 *
 * @throws InterposeError `invalid_option` where they say something that cannot be meant.
 */
export function shellRules(options: ShellOptions): ShellRules {
  const { allow, deny = [], destructive = 'deny', environment } = options;
  if (destructive !== 'deny' && destructive !== 'allow') {
    throw new InterposeError(
      'invalid_option',
      `guardShell: destructive is ${JSON.stringify(destructive)}`,
      'use "deny" or "allow"',
    );
  }
  return {
    allow: allow === undefined ? undefined : allowRules(allow),
    deny: denyRules(destructive === 'deny' ? [...destructiveCommands, ...deny] : deny),
    mayWrite: writeRules(options.writeTo),
    maySet: (variable) =>
      environment === undefined
        ? HARMLESS.test(variable) || !STEERING.test(variable)
        : environment.includes(variable),
  };
}
