import { isNode, nameOf, writtenAs, type Found, type SourceNode } from '../app/parse-source.ts';
import { patternNames, unwrapped } from '../app/read-imports.ts';
import type { SourceModule } from './read-module.ts';

const HOOKING = new Set(['withHooks', 'hookTransport']);
const FUNCTION = /Function|^ObjectMethod$|^Class(?:Private)?Method$|^StaticBlock$/;

/** The calls of `withHooks` in a source, under any imported name. */
export class HookCalls {
  /** Names of results of `withHooks`. */
  readonly results: ReadonlySet<string>;
  /** Names of arguments of `withHooks`, and of functions whose result was its argument. */
  readonly given: readonly string[];
  readonly givenCalls: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;

  constructor({ imports, nodes }: SourceModule) {
    const renamed = imports.filter(({ name }) => HOOKING.has(name)).map(({ local }) => local);
    this.#names = new Set([...HOOKING, ...renamed]);
    const calls = nodes.filter(({ node }) => this.is(node));
    const targets = calls.map(({ node }) => unwrapped((node['arguments'] as unknown[])[0]));
    // If a name is also imported, nothing here shows which of the two is called.
    const imported = new Set(imports.map(({ local }) => local));
    this.results = new Set(calls.flatMap(keptNames).filter((name) => !imported.has(name)));
    this.given = targets.flatMap((target) => writtenAs(target) ?? ownerOf(target) ?? []);
    this.givenCalls = new Set(targets.flatMap(calledName));
  }

  is(node: SourceNode): boolean {
    if (node.type !== 'CallExpression') return false;
    const written = writtenAs(node['callee']);
    return written !== undefined && this.#names.has(written.split('.').at(-1) ?? '');
  }

  /** Whether a node stands in the first argument, outside a function. */
  isTarget({ node, around }: Found): boolean {
    return insideFirst([...around, node], (each) => this.is(each));
  }
}

/** Whether the last of these nodes stands in the first argument of such a call, with no function between. */
function insideFirst(path: readonly SourceNode[], isCall: (node: SourceNode) => boolean): boolean {
  for (let place = path.length - 2; place >= 0; place -= 1) {
    const each = path[place]!;
    if (FUNCTION.test(each.type)) return false;
    if (isCall(each)) return (each['arguments'] as unknown[])[0] === path[place + 1];
  }
  return false;
}

/** Returns the nodes inside a node, outside functions that run later. */
export function heldIn(node: SourceNode, nodes: readonly Found[]): readonly Found[] {
  return nodes.filter(({ around }) => {
    const place = around.indexOf(node);
    return place >= 0 && !around.slice(place + 1).some(({ type }) => FUNCTION.test(type));
  });
}

/** Returns the variable or member that holds the new value: `client`, `this.client`. */
export function keptIn(around: readonly SourceNode[]): string | undefined {
  const kept = around.findLast(({ type }) => KEEPS.test(type));
  if (kept?.type === 'ExportDefaultDeclaration') return 'default';
  if (kept?.type === 'AssignmentExpression') return writtenAs(kept['left']);
  if (kept?.type !== 'VariableDeclarator' && kept !== undefined) {
    const name = nameOf(kept['key']);
    return name === undefined ? undefined : `this.${name}`;
  }
  return nameOf(kept?.['id']);
}

/** Whether a variable or member is declared there, rather than an existing one assigned. */
export function isDeclared(around: readonly SourceNode[]): boolean {
  const kept = around.findLast(({ type }) => KEEPS.test(type));
  return kept !== undefined && kept.type !== 'AssignmentExpression';
}

const KEEPS =
  /^(?:VariableDeclarator|ExportDefaultDeclaration|AssignmentExpression|ClassProperty|ClassAccessorProperty)$/;

/** Reads `const hooked = withHooks(…)`, `const { generateText } = withHooks(…)`, `export default withHooks(…)`. */
function keptNames({ around }: Found): readonly string[] {
  const kept = keptIn(around);
  if (kept !== undefined) return [kept];
  const variable = around.findLast(({ type }) => type === 'VariableDeclarator');
  return patternNames(variable?.['id']).map(({ local }) => local);
}

function calledName(target: unknown): readonly string[] {
  if (!isNode(target) || target.type !== 'CallExpression') return [];
  const name = writtenAs(target['callee']);
  return name === undefined ? [] : [name];
}

/** Returns `graph` for `graph.compile()`. */
function ownerOf(target: unknown): string | undefined {
  if (!isNode(target) || target.type !== 'CallExpression') return undefined;
  const callee = target['callee'];
  return isNode(callee) ? writtenAs(callee['object']) : undefined;
}
