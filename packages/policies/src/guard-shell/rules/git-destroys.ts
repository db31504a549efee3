import type { ShellArgument } from '../script/simple-command.ts';

/** Options before the verb that can name programs to run, or whose values hide the verb. */
const CONFIGURES =
  /^(?:-c|-C|--config-env|--exec-path|--git-dir|--work-tree|--namespace|--super-prefix)/;
const REMOTE = /^--(?:upload-pack|receive-pack|exec)|^-u/;

/** The arguments, by verb, that lose history, work or files, or run other programs. */
const HARMFUL: ReadonlyMap<string, RegExp> = new Map([
  ['push', /^(?:-[a-zA-Z]*[fd]|--force|--mirror|--delete|--prune|--receive-pack|--exec|\+|:)/],
  ['reset', /^--h/],
  ['branch', /^(?:-[a-zA-Z]*[dDfM]|--delete|--force)/],
  ['tag', /^(?:-[a-zA-Z]*[df]|--delete|--force)/],
  ['checkout', /^(?:-[a-zA-Z]*f|--force|\.|:.*)$/],
  ['switch', /^(?:-[a-zA-Z]*f|--force|--discard-changes)$/],
  ['restore', /^(?:\.|:.*|\*)$/],
  ['stash', /^(?:drop|clear)$/],
  ['reflog', /^(?:expire|delete)$/],
  ['rebase', /^(?:-x|--exec)/],
  ['bisect', /^run$/],
  ['submodule', /^(?:foreach|deinit)$/],
  ['grep', /^(?:-[a-zA-Z]*O|--open)/],
  ['worktree', /^remove$/],
  ['fetch', REMOTE],
  ['clone', /^(?:--upload-pack|-u|-c|--config|ext::)/],
  ['pull', REMOTE],
  ['ls-remote', REMOTE],
  ['archive', /^(?:--exec|--remote|-o|--output)/],
]);
const HARMFUL_VERBS = new Set(
  'clean filter-branch filter-repo update-ref config difftool mergetool gc prune send-email daemon'.split(
    ' ',
  ),
);

/** Whether a git command may lose data that is not kept elsewhere, or run another program. */
export function gitDestroys(args: readonly ShellArgument[]): boolean {
  const at = args.findIndex((arg) => arg?.startsWith('-') !== true);
  if (args.slice(0, at < 0 ? args.length : at).some((arg) => CONFIGURES.test(arg ?? '')))
    return true;
  if (at < 0) return false;
  const verb = args[at];
  if (verb === undefined || HARMFUL_VERBS.has(verb)) return true;
  const harmful = HARMFUL.get(verb);
  const rest = args.slice(at + 1);
  return harmful !== undefined && rest.some((arg) => arg === undefined || harmful.test(arg));
}
