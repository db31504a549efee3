import type { Example } from './find-examples.ts';

/** An example as a module of its own: what it leaves out is imported, `hooks` and `chat` are there. */
export interface ExampleModule {
  readonly source: string;
  /** Lines that come before the example's own. */
  readonly offset: number;
}

/** The names that an example may use without importing them, by the entry that exports them. */
export type ExportedNames = ReadonlyMap<string, readonly string[]>;

const HOOKS = 'const hooks = createHooks();';
const CHAT =
  "const chat = await openChat(hooks, { host: { framework: 'docs', version: '1' }, agent: { id: 'agent' } });";

/** Makes a module of an example. */
export function exampleModule({ code }: Example, exported: ExportedNames): ExampleModule {
  const needsChat = uses(code, 'chat');
  const needsHooks = needsChat || uses(code, 'hooks');
  const given = [...(needsHooks ? [HOOKS] : []), ...(needsChat ? [CHAT] : [])];
  const all = [...given, code].join('\n');
  const imports = [...exported].map(([entry, names]) => {
    const wanted = names.filter((name) => uses(all, name));
    return `import { ${wanted.join(', ')} } from '${entry}';`;
  });
  const before = [...imports, ...given];
  return { source: `${[...before, code].join('\n')}\nexport {};\n`, offset: before.length };
}

/** True when the code speaks of this name and neither declares nor imports it itself. */
function uses(code: string, name: string): boolean {
  const bare = code.replaceAll(/\/\/.*|'[^'\n]*'/g, '');
  if (!new RegExp(`(?<![.\\w$'])${name}\\b(?!\\s*:)`).test(bare)) return false;
  const own = new RegExp(
    `\\b(?:const|let|function|class|interface|type)\\s+${name}\\b|^import\\b[^;]*\\b${name}\\b`,
    'm',
  );
  return !own.test(code);
}
