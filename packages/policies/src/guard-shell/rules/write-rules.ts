import { InterposeError } from '@interpose/core';

import type { SimpleCommand } from '../script/simple-command.ts';

/** Tests whether a path may be written. A relative path counts from each folder that the script may be in. */
export type WriteTest = (path: string, folders: readonly string[]) => boolean;

const HARMLESS = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/;
const SYSTEM =
  /^\/(?:etc|bin|sbin|usr|lib|lib32|lib64|boot|dev|proc|sys|var\/spool|root|System|Library|Windows)(?:\/|$)/i;
/** Files and folders that decide which programs run, or that hold keys. */
const STEERING = new Set(
  `.ssh .git .gitconfig .bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zshenv .zprofile .inputrc .npmrc
  .netrc .pypirc .aws .kube .docker .gnupg .config .husky .vimrc .envrc authorized_keys crontab`.split(
    /\s+/,
  ),
);
const MOST_FOLDERS = 32;
/** Commands whose arguments may change the folder of their own shell. */
const INDIRECT = new Set(['eval', 'command', 'builtin', 'trap']);
const CHANGES = /\b(?:cd|pushd|popd)\b/;

/**
 * Compiles the paths that may be written. Default: all but those of the system.
 *
 * @throws InterposeError `invalid_option` for what is no path.
 */
export function writeRules(writeTo: readonly string[] | undefined): WriteTest {
  const allowed = writeTo?.map(allowedPath);
  return (path, folders) =>
    HARMLESS.test(path) ||
    folders
      .map((folder) => join(folder, path))
      .every((full) =>
        allowed === undefined ? isOrdinary(full) : allowed.some((test) => test(full)),
      );
}

/** Returns every folder that a script may be in, with all its changes of folder; undefined when one is unknown. */
export function foldersOf(
  commands: readonly SimpleCommand[],
  from: readonly string[] | undefined,
): readonly string[] | undefined {
  let folders = from;
  for (const { program, args } of commands) {
    if (folders === undefined || program === 'popd') return undefined;
    if (INDIRECT.has(program ?? '') && args.some((arg) => CHANGES.test(arg ?? 'cd')))
      return undefined;
    if (program !== 'cd' && program !== 'pushd') continue;
    const target = args.length === 0 && program === 'cd' ? '~' : args.at(-1);
    if (target === undefined || target.startsWith('-') || target.startsWith('+')) return undefined;
    const changed = folders.map((folder) => join(folder, target));
    folders = [...new Set([...folders, ...changed])];
    if (folders.length > MOST_FOLDERS) return undefined;
  }
  return folders;
}

function allowedPath(entry: string): (path: string) => boolean {
  if (typeof entry !== 'string' || entry === '') {
    throw new InterposeError(
      'invalid_option',
      `guardShell: writeTo holds ${JSON.stringify(entry)}, which is no path`,
      'list paths, and folders that end in "/"',
    );
  }
  const path = join('', entry);
  if (!entry.endsWith('/')) return (full) => full === path;
  const prefix = path === '/' || path === '' ? path : `${path}/`;
  return (full) => full.startsWith(prefix) && !/^(?:\.\.|~)(?:\/|$)/.test(full);
}

function isOrdinary(path: string): boolean {
  if (SYSTEM.test(path) || /^(?:\/|~)$/.test(path)) return false;
  return !path.split(/[/\\]/).some((step) => STEERING.has(step.toLowerCase()));
}

/** Joins two paths without `.`, `..` and double slashes. A `..` that leads out of a relative path stays. */
function join(folder: string, path: string): string {
  const isFull = path.startsWith('/') || path.startsWith('~');
  const full = isFull || folder === '' ? path : `${folder}/${path}`;
  const steps: string[] = [];
  for (const step of full.split('/')) {
    if (step === '' || step === '.') continue;
    const leaves = step === '..' && steps.length > 0 && steps.at(-1) !== '..';
    if (leaves) steps.pop();
    else if (step !== '..' || !full.startsWith('/')) steps.push(step);
  }
  return (full.startsWith('/') ? '/' : '') + steps.join('/');
}
