import ts from 'typescript';

/**
 * The titles of the tests that a source declares, each behind those of the describes around it, joined by ` > `.
 * Titles are as written: `%s` and `$name` stay. A test that is skipped or still to be written is none.
 */
export function declaredTests(source: string): string[] {
  const tree = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest);
  return testsIn(tree, []);
}

function testsIn(node: ts.Node, around: readonly string[]): string[] {
  const declared = ts.isCallExpression(node) ? readDeclaration(node) : undefined;
  if (declared?.kind === 'off') return [];
  const path = declared === undefined ? around : [...around, declared.title];
  if (declared?.kind === 'test') return [path.join(' > ')];
  const found: string[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...testsIn(child, path));
  });
  return found;
}

type Declaration =
  | { readonly kind: 'suite' | 'test'; readonly title: string }
  | { readonly kind: 'off' };

function readDeclaration(declaring: ts.CallExpression): Declaration | undefined {
  const [title] = declaring.arguments;
  const [root = '', ...modifiers] = namesOf(declaring.expression);
  if (!['describe', 'test', 'it'].includes(root)) return undefined;
  if (modifiers.includes('skip') || modifiers.includes('todo')) return { kind: 'off' };
  if (title === undefined || !ts.isStringLiteralLike(title)) return undefined;
  return { kind: root === 'describe' ? 'suite' : 'test', title: title.text };
}

/** `test.skipIf(x).each(rows)` is test, skipIf, each; empty for what is no chain of names. */
function namesOf(expression: ts.Expression): string[] {
  if (ts.isIdentifier(expression)) return [expression.text];
  if (ts.isCallExpression(expression)) return namesOf(expression.expression);
  if (!ts.isPropertyAccessExpression(expression)) return [];
  const before = namesOf(expression.expression);
  return before.length === 0 ? [] : [...before, expression.name.text];
}
