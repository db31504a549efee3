import type { ShellArgument } from '../script/simple-command.ts';

/** The options that pass a program to an interpreter as text. */
const INLINE: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [/^(?:python|pypy)[\d.]*$/, /^-[a-zA-Z]*c/],
  [/^perl[\d.]*$/, /^-[a-zA-Z0-9]*[eE]/],
  [/^ruby[\d.]*$/, /^-[a-zA-Z]*e/],
  [/^(?:node|nodejs|bun)$/, /^(?:-[a-zA-Z]*[ep]|--eval|--print|--import|--require|-r)/],
  [/^deno$/, /^(?:eval|repl)$/],
  [/^php[\d.]*$/, /^-[a-zA-Z]*[rBRE]/],
  [/^(?:lua|luajit)[\d.]*$/, /^-e/],
  [/^(?:rscript|osascript|tclsh[\d.]*)$/, /^-e/],
];
/** Programs that run commands in ways of their own. */
const OPAQUE = new Set(
  `parallel script flock su runuser pkexec watch start-stop-daemon systemd-run at batch expect screen tmux unshare nsenter
  chroot strace ltrace gdb setpriv capsh firejail bwrap proot fakeroot unbuffer rlwrap ssh zsh fish csh tcsh mksh yash pwsh
  powershell cmd nu xonsh elvish`.split(/\s+/),
);
/** The program loader, which runs the program in its arguments. */
const LOADER = /^(?:ld\.so|ld-(?:linux|musl|uclibc).*|ld64.*|rtld)$/;
const AWK_RUNS = /system|\||>|getline|@load|@include/;
const TELLS = /^(?:--version|--help|-V|-h|-v)$/;

/** Whether a command runs code in another language than this shell's, or code read from elsewhere. */
export function foreignCode(name: string, args: readonly ShellArgument[]): boolean {
  if (OPAQUE.has(name) || LOADER.test(name)) return true;
  if (/^[gmn]?awk$/.test(name)) return args.some((arg) => arg === undefined || AWK_RUNS.test(arg));
  const inline = INLINE.find(([program]) => program.test(name))?.[1];
  if (inline === undefined) return false;
  if (args.length === 1 && TELLS.test(args[0] ?? '')) return false;
  const [first] = args;
  // The options after a file belong to the program in that file.
  if (first?.startsWith('-') === false) return inline.test(first) || args[1] === '-';
  // Without a file, the interpreter reads a program from its input, except when it runs tests.
  const reads = args.every((arg) => arg?.startsWith('-') === true) && !runsTests(name, args);
  return reads || args.some((arg) => arg === undefined || arg === '-' || inline.test(arg));
}

function runsTests(name: string, args: readonly ShellArgument[]): boolean {
  return /^node(?:js)?$/.test(name) && args.includes('--test');
}
