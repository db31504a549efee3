import { relative, resolve } from 'node:path';

import { findFiles } from '../../app/find-files.ts';
import { mustExist } from '../../app/list-sources.ts';
import { looksLikeRules } from '../../cases/looks-like-rules.ts';

const OUTSIDE = /(?:^|\/)(?:node_modules|dist|build|coverage|\.[^/]+)(?:\/|$)/;
const NAMED = /\.(?:ya?ml|json)$/;

/**
 * The files of rules among these words, and those below the folders among them, each once and relative to the folder; without
 * words, all below the folder.
 *
 * @throws InterposeError `file_unreadable`
 */
export function listRuleFiles(folder: string, words: readonly string[]): readonly string[] {
  const named = words.length === 0 ? ['.'] : words;
  const paths = named.flatMap((word) => rulesAt(resolve(folder, word)));
  return [...new Set(paths)].map((path) => relative(folder, path));
}

function rulesAt(path: string): readonly string[] {
  if (!mustExist(path).isDirectory()) return NAMED.test(path) ? [path] : [];
  return findFiles(path, /\.ya?ml$/, OUTSIDE)
    .map((file) => resolve(path, file))
    .filter((file) => looksLikeRules(file, 'default'));
}
