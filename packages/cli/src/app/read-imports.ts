import { isNode, nameOf, stringOf, type Found, type SourceNode } from './parse-source.ts';

/** A name that a module takes from another; `*` for the whole module. */
export interface ImportedName {
  readonly from: string;
  readonly name: string;
  readonly local: string;
}

/** Returns the imports of a module, by `import`, `require` and `import()`, without types. */
export function readImports(nodes: readonly Found[]): readonly ImportedName[] {
  return nodes.flatMap(({ node }) => {
    if (node.type === 'ImportDeclaration')
      return node['importKind'] === 'type' ? [] : ofImport(node);
    if (node.type === 'TSImportEqualsDeclaration') return ofImportEquals(node);
    return node.type === 'VariableDeclarator' ? ofVariable(node) : [];
  });
}

function ofImport(node: SourceNode): readonly ImportedName[] {
  const from = stringOf(node['source']);
  if (from === undefined) return [];
  return (node['specifiers'] as readonly SourceNode[]).flatMap((specifier) => {
    const local = nameOf(specifier['local']);
    if (local === undefined || specifier['importKind'] === 'type') return [];
    if (specifier.type === 'ImportNamespaceSpecifier') return [{ from, name: '*', local }];
    if (specifier.type === 'ImportDefaultSpecifier') return [{ from, name: 'default', local }];
    return [
      { from, name: nameOf(specifier['imported']) ?? stringOf(specifier['imported']) ?? '', local },
    ];
  });
}

/** Reads `import OpenAI = require('openai')`, which is the default export if the package has one. */
function ofImportEquals({ id, moduleReference }: SourceNode): readonly ImportedName[] {
  const local = nameOf(id);
  const from = isNode(moduleReference) ? stringOf(moduleReference['expression']) : undefined;
  return local === undefined || from === undefined ? [] : [{ from, name: '*', local }];
}

/** Reads `const { OpenAI } = require('openai')` and `const ai = await import('ai')`. */
function ofVariable({ id, init }: SourceNode): readonly ImportedName[] {
  const from = requiredFrom(init);
  if (from === undefined) return [];
  const whole = nameOf(id);
  if (whole !== undefined) return [{ from, name: '*', local: whole }];
  return patternNames(id).map(({ name, local }) => ({ from, name, local }));
}

/** Returns the package or file of `import('ai')`, `require('ai')` and `createRequire(…)('ai')`. */
export function requiredFrom(value: unknown): string | undefined {
  const call = unwrapped(value);
  if (!isNode(call)) return undefined;
  if (call.type === 'ImportExpression') return stringOf(call['source']);
  if (call.type !== 'CallExpression') return undefined;
  const callee = call['callee'];
  if (!isNode(callee)) return undefined;
  const name = nameOf(callee.type === 'CallExpression' ? callee['callee'] : callee) ?? '';
  if (callee.type !== 'Import' && !/^(?:createR|r)eq(?:uire)?/.test(name)) return undefined;
  return stringOf((call['arguments'] as readonly unknown[])[0]);
}

/** Returns an expression without `await`, parentheses and TypeScript wrappers. */
export function unwrapped(value: unknown): unknown {
  if (!isNode(value) || !WRAPS.test(value.type)) return value;
  return unwrapped(value['argument'] ?? value['expression']);
}

/** Matches node types that wrap a value without changing it. */
export const WRAPS: RegExp =
  /^(?:AwaitExpression|ParenthesizedExpression|TS(?:As|Satisfies|NonNull|Instantiation)Expression|TSTypeAssertion)$/;

/** Returns the names of a pattern such as `{ a, b: c }`. */
export function patternNames(
  pattern: unknown,
): readonly { readonly name: string; readonly local: string }[] {
  if (!isNode(pattern) || pattern.type !== 'ObjectPattern') return [];
  return (pattern['properties'] as readonly SourceNode[]).flatMap(({ key, value }) => {
    const named = isNode(value) && value.type === 'AssignmentPattern' ? value['left'] : value;
    const [name, local] = [nameOf(key) ?? stringOf(key), nameOf(named)];
    return name === undefined || local === undefined ? [] : [{ name, local }];
  });
}
