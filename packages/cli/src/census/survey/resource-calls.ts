import { existsSync, readFileSync } from 'node:fs';

import ts from 'typescript';

/** `POST /chat/completions` of every method of every class in a file of JavaScript, by `Class.method`. */
export function resourceCalls(declarations: string): ReadonlyMap<string, string> {
  const known = readFiles.get(declarations);
  if (known !== undefined) return known;
  const file = declarations.replace(/\.d\.(m?)ts$/, '.$1js');
  const calls = existsSync(file) ? readCalls(file) : new Map<string, string>();
  readFiles.set(declarations, calls);
  return calls;
}

const readFiles = new Map<string, ReadonlyMap<string, string>>();

function readCalls(file: string): Map<string, string> {
  const calls = new Map<string, string>();
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  source.forEachChild((node) => {
    if (!ts.isClassDeclaration(node)) return;
    for (const member of node.members) {
      if (!ts.isMethodDeclaration(member)) continue;
      const call = findCall(member);
      if (call !== undefined) calls.set(`${node.name?.text}.${member.name.getText()}`, call);
    }
  });
  return calls;
}

function findCall(node: ts.Node): string | undefined {
  const own = ts.isCallExpression(node) ? readCall(node) : undefined;
  return own ?? ts.forEachChild(node, findCall);
}

function readCall({
  expression,
  arguments: [address, ...rest],
}: ts.CallExpression): string | undefined {
  if (!ts.isPropertyAccessExpression(expression) || address === undefined) return undefined;
  if (!/^this\._client$|^client$/.test(expression.expression.getText())) return undefined;
  const verb = verbOf(expression.name.text, rest);
  const path = pathOf(address);
  return verb === undefined || path === undefined ? undefined : `${verb} ${path}`;
}

function verbOf(name: string, rest: readonly ts.Node[]): string | undefined {
  if (/^(get|post|put|patch|delete)$/.test(name)) return name.toUpperCase();
  if (name !== 'getAPIList') return undefined;
  return rest.some((node) => /method: 'post'/.test(node.getText())) ? 'POST' : 'GET';
}

function pathOf(address: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(address)) return address.text;
  const template = ts.isTaggedTemplateExpression(address) ? address.template : address;
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  if (!ts.isTemplateExpression(template)) return undefined;
  const tail = template.templateSpans.map((span) => `{id}${span.literal.text}`);
  return template.head.text + tail.join('');
}
