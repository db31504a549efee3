import { isMap, isSeq, parseDocument } from 'yaml';

import { textOf } from '../app/find-files.ts';

/**
 * Whether a YAML or JSON file is one of rules that has this key, too. What cannot be parsed is one where both are keys at its top:
 * who reads it then tells what is wrong with it.
 *
 * @throws InterposeError `file_unreadable`
 */
export function looksLikeRules(path: string, key: string): boolean {
  const text = textOf(path);
  const keys = ['rules', key];
  // Most files are told by a look at the text, which takes less than parsing it.
  if (!keys.every((each) => new RegExp(`(?<![\\w/.-])${each}["']?\\s*:`).test(text))) return false;
  if (path.endsWith('.json')) {
    const value = jsonIn(text);
    if (value !== undefined) return hasRules(value, key);
  }
  const { contents, errors } = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
  if (errors.length > 0) return isTop(text, keys);
  return isMap(contents) && isSeq(contents.get('rules')) && contents.has(key);
}

/** What JSON holds, which takes less than reading it as YAML; nothing where it is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function hasRules(value: unknown, key: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray((value as { readonly rules?: unknown }).rules) && Object.hasOwn(value, key);
}

/**
 * Written as JSON with a list of rules, or with keys that are not indented: others write templates and lists of documents
 * in YAML, too, and settings with comments in JSON.
 */
function isTop(text: string, keys: readonly string[]): boolean {
  if (/^\uFEFF?\s*\{(?!\{)/.test(text)) return /(?<![\w/.-])rules["']?\s*:\s*\[/.test(text);
  return keys.every((key) => new RegExp(`^\uFEFF?["']?${key}["']?\\s*:`, 'm').test(text));
}
