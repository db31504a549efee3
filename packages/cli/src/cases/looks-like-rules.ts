import { isMap, isSeq, parseDocument } from 'yaml';

import { textOf } from '../app/find-files.ts';

/**
 * Whether a YAML or JSON file holds rules and also has this key. A file that cannot be parsed counts if both are keys
 * at its top: the code that reads it then reports the error.
 *
 * @throws InterposeError `file_unreadable`
 */
export function looksLikeRules(path: string, key: string): boolean {
  const text = textOf(path);
  const keys = ['rules', key];
  // For most files, searching the text settles it, which is faster than parsing.
  if (!keys.every((each) => new RegExp(`(?<![\\w/.-])${each}["']?\\s*:`).test(text))) return false;
  if (path.endsWith('.json')) {
    const value = jsonIn(text);
    if (value !== undefined) return hasRules(value, key);
  }
  const { contents, errors } = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
  if (errors.length > 0) return isTop(text, keys);
  return isMap(contents) && isSeq(contents.get('rules')) && contents.has(key);
}

/** Parses JSON, which is faster than parsing it as YAML; undefined if the text is no JSON. */
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
 * Whether the keys are at the top: JSON with a list of rules, or keys without indentation. Other tools write templates
 * and lists of documents in YAML, and settings with comments in JSON.
 */
function isTop(text: string, keys: readonly string[]): boolean {
  if (/^\uFEFF?\s*\{(?!\{)/.test(text)) return /(?<![\w/.-])rules["']?\s*:\s*\[/.test(text);
  return keys.every((key) => new RegExp(`^\uFEFF?["']?${key}["']?\\s*:`, 'm').test(text));
}
