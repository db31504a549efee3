import { isNode, nameOf, stringOf, type Found, type SourceNode } from './parse-source.ts';

/** A name that a module takes from another: `*` for all of it. */
export interface ImportedName {
  readonly from: string;
  readonly name: string;
  readonly local: string;
}

/** What a module imports, by `import`, `require` and `import()`; types are left out. */
export function readImports(nodes: readonly Found[]): readonly ImportedName[] {
  return nodes.flatMap(({ node }) => {
    if (node.type === 'ImportDeclaration')
      return node['importKind'] === 'type' ? [] : ofImport(node);
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

/** `const { OpenAI } = require('openai')`, `const ai = await import('ai')`. */
function ofVariable({ id, init }: SourceNode): readonly ImportedName[] {
  const from = requiredFrom(init);
  if (from === undefined) return [];
  const whole = nameOf(id);
  if (whole !== undefined) return [{ from, name: '*', local: whole }];
  return patternNames(id).map(({ name, local }) => ({ from, name, local }));
}

function requiredFrom(init: unknown): string | undefined {
  const call = unwrapped(init);
  if (!isNode(call)) return undefined;
  if (call.type === 'ImportExpression') return stringOf(call['source']);
  if (call.type !== 'CallExpression') return undefined;
  const callee = call['callee'];
  const isImport = isNode(callee) && callee.type === 'Import';
  if (!isImport && nameOf(callee) !== 'require') return undefined;
  return stringOf((call['arguments'] as readonly unknown[])[0]);
}

/** Without `await` and parentheses. */
export function unwrapped(value: unknown): unknown {
  if (isNode(value) && value.type === 'AwaitExpression') return unwrapped(value['argument']);
  return value;
}

/** The names of `{ a, b: c }`. */
export function patternNames(
  pattern: unknown,
): readonly { readonly name: string; readonly local: string }[] {
  if (!isNode(pattern) || pattern.type !== 'ObjectPattern') return [];
  return (pattern['properties'] as readonly SourceNode[]).flatMap(({ key, value }) => {
    const [name, local] = [nameOf(key), nameOf(value)];
    return name === undefined || local === undefined ? [] : [{ name, local }];
  });
}
