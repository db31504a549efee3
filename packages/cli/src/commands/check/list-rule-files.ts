import { relative, resolve } from 'node:path';

import { filesOfApp, mustExist } from '../../app/list-sources.ts';
import { looksLikeRules } from '../../cases/looks-like-rules.ts';

const NAMED = /\.(?:ya?ml|json)$/;

/**
 * Returns the files of rules among these words and below the folders among them, each once and relative to the folder.
 * Without words, returns all files of rules below the folder.
 *
 * @throws InterposeError `file_unreadable`
 */
export function listRuleFiles(folder: string, words: readonly string[]): readonly string[] {
  const named = words.length === 0 ? ['.'] : words;
  const paths = named.flatMap((word) => rulesAt(resolve(folder, word), folder));
  return [...new Set(paths)].map((path) => relative(folder, path));
}

function rulesAt(path: string, folder: string): readonly string[] {
  if (!mustExist(path).isDirectory()) return NAMED.test(path) ? [path] : [];
  return filesOfApp(path, folder, NAMED).filter((file) => looksLikeRules(file, 'default'));
}
