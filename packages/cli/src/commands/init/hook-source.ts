import { MagicString } from 'magic-string';

import type { Use } from '../../uses/find-uses.ts';
import { nodesOf, type Found } from '../../app/parse-source.ts';

const HOOKS = "import { registeredHooks } from '@interpose/core/register';";

/** Returns the line to write for one call. */
export function lineFor({ entry, written }: Use): string {
  if (entry.around !== undefined)
    return entry.around.replace('*', entry.name).replace('hooks)', 'await registeredHooks())');
  if (entry.kind === 'class') return `withHooks(new ${written}(…), await registeredHooks())`;
  return `withHooks(${written}, await registeredHooks())(…)`;
}

/** Whether a call can be hooked where it stands. */
export function canWrite({ entry, isHooked, isPlain }: Use): boolean {
  return !isHooked && isPlain && entry.beyondReach === undefined && entry.around === undefined;
}

/** Returns the source with `withHooks` around these calls and the import for it. */
export function hookSource(text: string, path: string, uses: readonly Use[]): string {
  const nodes = nodesOf(text, path) ?? [];
  const end = endOfImports(text, nodes);
  const chosen = uses.filter(canWrite);
  // The hooks need a top-level await, and a file without imports may be no module.
  if (chosen.length === 0 || end === undefined) return text;
  const changed = new MagicString(text);
  const name = chosen.some((use) => isLater(use, nodes)) ? freeName(text) : undefined;
  const hooks = name ?? 'await registeredHooks()';
  for (const { entry, start, end: last, written } of chosen) {
    if (entry.kind === 'class') {
      changed.appendLeft(start, 'withHooks(');
      changed.appendRight(last, `, ${hooks})`);
    } else changed.overwrite(start, start + written.length, `withHooks(${written}, ${hooks})`);
  }
  const adapters = [...new Set(chosen.map(({ entry }) => entry.adapter))];
  const wanted = [HOOKS, ...adapters.map((adapter) => `import { withHooks } from '${adapter}';`)];
  const missing = wanted.filter((line) => !text.includes(line));
  const lines = [
    ...missing,
    ...(name === undefined ? [] : ['', `const ${name} = await registeredHooks();`]),
  ];
  changed.appendLeft(end, lines.map((line) => `${line}\n`).join(''));
  return changed.toString();
}

/** Whether a call stands in a function, which may not be async. */
function isLater({ start, end }: Use, nodes: readonly Found[]): boolean {
  const call = nodes.find(({ node }) => node.start === start && node.end === end);
  return call?.around.some(({ type }) => /Function|Method|Class/.test(type)) ?? false;
}

function freeName(text: string): string {
  return /\bhooks\b/.test(text) ? 'interposeHooks' : 'hooks';
}

/** Returns the offset after the last import. */
function endOfImports(text: string, nodes: readonly Found[]): number | undefined {
  const imports = nodes.filter(({ node }) => node.type === 'ImportDeclaration');
  const end = imports.at(-1)?.node.end;
  if (end === undefined) return undefined;
  const line = text.indexOf('\n', end);
  return line < 0 ? text.length : line + 1;
}
