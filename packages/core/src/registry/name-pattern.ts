import type { NameMatch } from '../contract/hooks/tool-match.ts';
import { invalidOption } from '../errors/interpose-error.ts';

/** Whether a name matches as a whole. */
export type NameTest = (name: string) => boolean;

const GLOB = /[*?]/;
const NEVER_BARE = /[.+^${}()|[\]\\]/g;

/**
 * Compiles a name match: exact, alternatives `a|b`, globs with `*` and `?`, or a RegExp over the whole name.
 *
 * @throws InterposeError `invalid_option` for an empty name, one with space around it, or anything else.
 */
export function matchName(match: unknown, option = 'the match'): NameTest {
  if (match instanceof RegExp) return wholeName(match);
  if (typeof match === 'string' && match.split('|').every(isWritten)) return matchText(match);
  throw invalidOption(
    `${option} is ${typeof match === 'string' ? JSON.stringify(match) : 'neither a name nor a RegExp'}`,
    "pass one name, several as 'a|b', a glob such as 'read_*', or a RegExp",
  );
}

/** Whether a name can match. No tool has a name with space around it, so `a | b` would match neither. */
function isWritten(name: string): boolean {
  return name !== '' && name.trim() === name;
}

function matchText(text: string): NameTest {
  if (GLOB.test(text)) {
    const source = text.split('|').map(globSource).join('|');
    return wholeName(new RegExp(source, 's'));
  }
  if (!text.includes('|')) return (name) => name === text;
  const names = new Set(text.split('|'));
  return (name) => names.has(name);
}

function globSource(glob: string): string {
  return glob.replace(NEVER_BARE, '\\$&').replaceAll('*', '.*').replaceAll('?', '.');
}

function wholeName(pattern: RegExp): NameTest {
  const anchored = new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gmy]/g, ''));
  return (name) => anchored.test(name);
}

/** Returns the name match in a hook's `tool` option. */
export function toolNameOf(tool: unknown): NameMatch {
  if (typeof tool === 'object' && tool !== null && !(tool instanceof RegExp) && 'name' in tool) {
    return tool.name as NameMatch;
  }
  return tool as NameMatch;
}
