import { programName } from './rules/command-rules.ts';
import { findInnerCommands } from './commands/find-inner-commands.ts';
import { computesWith } from './script/assigned.ts';
import { hidesCode } from './script/hides-code.ts';
import { readsUnknown } from './script/numbers.ts';
import { readScript, type OpenedFile } from './script/read-script.ts';
import type { SimpleCommand } from './script/simple-command.ts';
import type { ShellCode } from './rules/shell-options.ts';
import type { ShellRules } from './rules/shell-rules.ts';
import { foldersOf } from './rules/write-rules.ts';
import { writtenBy } from './commands/written-by.ts';

/** The reason why a script must not run. */
export interface Finding {
  readonly code: ShellCode;
  readonly reason: string;
}

/** The folders that a script may be in; undefined when they are unknown. */
type Folders = readonly string[] | undefined;

/** The deepest nesting of scripts in scripts and commands behind commands. */
const DEEPEST = 16;
/** Programs that only print, test, wait or end. */
const HARMLESS = new Set(
  ': true false test [ echo printf pwd cd exit return break continue shift wait sleep'.split(' '),
);

/** Judges everything that a script would do; undefined when all of it is allowed. */
export function judgeScript(
  source: string,
  rules: ShellRules,
  depth: number,
  from: Folders,
): Finding | undefined {
  const facts = depth > DEEPEST ? undefined : readScript(source);
  if (facts === undefined) return found('shell_unreadable', 'the command cannot be parsed');
  if (facts.opaque !== undefined)
    return found('shell_dynamic', `nobody can tell what ${facts.opaque} runs`);
  for (const assigned of facts.assignments) {
    const { name, value } = assigned;
    if (computesWith(assigned)) return found('shell_dynamic', `nobody can tell what ${name} runs`);
    if (hidesCode(value)) return found('shell_dynamic', `the value of ${name} holds code`);
    if (!rules.maySet(name)) return found('shell_environment', `${name} may not be set`);
  }
  if (rules.allow !== undefined && readsUnknown(facts.numbers))
    return found('shell_dynamic', 'arithmetic may read nothing but numbers that the command sets');
  const folders = foldersOf(facts.commands, from);
  return (
    first(facts.files, (file) => judgeFile(file, folders, rules)) ??
    first(facts.commands, (command) => judgeCommand(command, folders, rules, depth)) ??
    first(facts.sources, (inner) => judgeOtherwise(inner, rules, depth + 1))
  );
}

/** Judges `((…))` as the subshells that other shells see in it. A text that is no command cannot run there. */
function judgeOtherwise(source: string, rules: ShellRules, depth: number): Finding | undefined {
  const finding = judgeScript(source, rules, depth, ['']);
  return finding?.code === 'shell_denied' ? finding : undefined;
}

/** Judges one simple command and everything that it runs. */
export function judgeCommand(
  command: SimpleCommand,
  folders: Folders,
  rules: ShellRules,
  depth: number,
): Finding | undefined {
  const { program, args } = command;
  // If a shell does not know an option of `time` or `env`, it takes the option for the program.
  if (program === undefined || program.startsWith('-'))
    return found('shell_dynamic', 'the program is known only when the command runs');
  if (depth > DEEPEST) return found('shell_unreadable', 'the command is nested too deeply');
  const name = programName(program);
  const inner = findInnerCommands(name, args);
  if (rules.deny(command, name))
    return found('shell_denied', `${name} is denied with these arguments`);
  const allowed = rules.allow?.(command, name) === true;
  if (inner.opaque === 'never' || (inner.opaque === 'foreign' && !allowed))
    return found('shell_dynamic', `nobody can tell what ${name} runs`);
  const isFree = !inner.judged || HARMLESS.has(program);
  if (rules.allow !== undefined && !allowed && !isFree)
    return found('shell_not_allowed', `${name} is not allowed with these arguments`);
  const variable = inner.assignments.find((each) => !rules.maySet(each));
  if (variable !== undefined) return found('shell_environment', `${variable} may not be set`);
  const within = inner.elsewhere === true ? undefined : folders;
  const written = writtenBy(name, args).map((target) => ({ target, writes: true }));
  return (
    first(written, (file) => judgeFile(file, folders, rules)) ??
    first(inner.commands, (each) => judgeCommand(each, within, rules, depth + 1)) ??
    first(inner.sources, (source) => judgeScript(source, rules, depth + 1, within))
  );
}

function judgeFile(
  { target, writes }: OpenedFile,
  folders: Folders,
  rules: ShellRules,
): Finding | undefined {
  if (target === undefined)
    return found('shell_dynamic', 'a file is known only when the command runs');
  // For these paths the shell opens a connection; they are no files.
  if (/^\/dev\/(?:tcp|udp)\//.test(target))
    return found('shell_write', 'a redirection opens a connection');
  if (!writes) return undefined;
  if (folders === undefined && !target.startsWith('/'))
    return found('shell_dynamic', `the folder of ${target} is known only when the command runs`);
  return rules.mayWrite(target, folders ?? [''])
    ? undefined
    : found('shell_write', `${target} may not be written`);
}

function first<T>(
  items: readonly T[],
  judge: (item: T) => Finding | undefined,
): Finding | undefined {
  for (const item of items) {
    const finding = judge(item);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

function found(code: ShellCode, reason: string): Finding {
  return { code, reason };
}
