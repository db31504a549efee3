import { MagicString } from 'magic-string';

import type { Use } from '../../app/find-uses.ts';
import { nodesOf } from '../../app/parse-source.ts';

const HOOKS = "import { registeredHooks } from '@interpose/core/register';";

/** The line to write for one call. */
export function lineFor({ entry, written }: Use): string {
  if (entry.kind === 'class') return `withHooks(new ${written}(…), await registeredHooks())`;
  return `withHooks(${written}, await registeredHooks())(…)`;
}

/** True for a call that can be hooked where it stands; the functions of `ai` are hooked as a module or by their model. */
export function canWrite({ entry, isHooked }: Use): boolean {
  return !isHooked && entry.beyondReach === undefined && entry.from !== 'ai'
    ? true
    : isAgentClass(entry, isHooked);
}

function isAgentClass(entry: Use['entry'], isHooked: boolean): boolean {
  return !isHooked && entry.from === 'ai' && entry.kind === 'class';
}

/** The source with `withHooks` around these calls, and what it imports. */
export function hookSource(text: string, path: string, uses: readonly Use[]): string {
  const chosen = uses.filter(canWrite);
  if (chosen.length === 0) return text;
  const changed = new MagicString(text);
  for (const { entry, start, end, written } of chosen) {
    if (entry.kind === 'class') {
      changed.appendLeft(start, 'withHooks(');
      changed.appendRight(end, ', await registeredHooks())');
    } else
      changed.overwrite(
        start,
        start + written.length,
        `withHooks(${written}, await registeredHooks())`,
      );
  }
  const adapters = [...new Set(chosen.map(({ entry }) => entry.adapter))];
  const wanted = [HOOKS, ...adapters.map((adapter) => `import { withHooks } from '${adapter}';`)];
  const missing = wanted.filter((line) => !text.includes(line));
  changed.appendLeft(endOfImports(text, path), missing.map((line) => `${line}\n`).join(''));
  return changed.toString();
}

/** Behind the last import, or at the beginning. */
function endOfImports(text: string, path: string): number {
  const imports = (nodesOf(text, path) ?? []).filter(
    ({ node }) => node.type === 'ImportDeclaration',
  );
  const end = imports.at(-1)?.node.end;
  if (end === undefined) return 0;
  const line = text.indexOf('\n', end);
  return line < 0 ? text.length : line + 1;
}
