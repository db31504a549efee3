import ts from 'typescript';

import type { EntryPoint } from './entry-points.ts';
import { heldKind, isPlain } from './held-kind.ts';
import { surveyParameters } from './survey-parameters.ts';
import { membersOf, type Member } from './type-members.ts';
import { TypeNames, type Survey } from './type-names.ts';

/** Every entry the declarations know: exports that exist at run time, members of what they reach, option properties. */
export function surveyTypes(
  points: readonly EntryPoint[],
  exported: ReadonlyMap<string, readonly string[]>,
  family: RegExp,
): Map<string, string> {
  const program = ts.createProgram(declarationsOf(points), compilerOptions);
  const checker = program.getTypeChecker();
  const names = new TypeNames(checker);
  const survey: Survey = {
    checker,
    family,
    names,
    entries: new Map(),
    waiting: [],
    seen: new Set(),
  };
  for (const point of points) surveyPoint(survey, program, point, exported.get(point.name));
  for (let next = survey.waiting.shift(); next !== undefined; next = survey.waiting.shift()) next();
  return survey.entries;
}

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

function declarationsOf(points: readonly EntryPoint[]): string[] {
  return points.flatMap(({ declarations }) => (declarations === undefined ? [] : [declarations]));
}

function surveyPoint(
  survey: Survey,
  program: ts.Program,
  { name: point, declarations }: EntryPoint,
  atRunTime: readonly string[] | undefined,
): void {
  const source = declarations === undefined ? undefined : program.getSourceFile(declarations);
  const module = source === undefined ? undefined : survey.checker.getSymbolAtLocation(source);
  const declared = module === undefined ? [] : survey.checker.getExportsOfModule(module);
  for (const symbol of declared) {
    const isThere = atRunTime === undefined || atRunTime.includes(symbol.getName());
    if (isThere) surveyExport(survey, point, symbol);
  }
  const known = new Set(declared.map((symbol) => symbol.getName()));
  for (const name of atRunTime ?? []) {
    if (!known.has(name) && name !== 'default' && name !== 'module.exports')
      survey.entries.set(idOf(point, name), 'not declared');
  }
}

function idOf(point: string, name: string): string {
  return point === '' ? name : `${point}: ${name}`;
}

function surveyExport(survey: Survey, point: string, exported: ts.Symbol): void {
  const { checker, seen, entries, names } = survey;
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
  if ((symbol.flags & ts.SymbolFlags.Value) === 0) return;
  const name = exported.getName() === 'default' ? symbol.getName() : exported.getName();
  // A second name of the same value is an entry of its own; the same name at a second entry point is not.
  if (seen.has(`${checkerId(symbol)} ${name}`)) return;
  seen.add(`${checkerId(symbol)} ${name}`);
  const id = idOf(point, name);
  const type = checker.getTypeOfSymbol(symbol);
  entries.set(id, exportKind(survey, symbol, type));
  if (isError(checker, symbol) || isPlain(type)) return;
  if (isClass(symbol)) names.prefer(symbol, id);
  if (name === 'OpenAI') names.placeResources(checker.getDeclaredTypeOfSymbol(symbol), 'client');
  survey.waiting.push(() => surveyValue(survey, id, symbol, type));
}

const ids = new WeakMap<ts.Symbol, number>();
let lastId = 0;

function checkerId(symbol: ts.Symbol): number {
  const id = ids.get(symbol) ?? (lastId += 1);
  ids.set(symbol, id);
  return id;
}

function exportKind({ checker }: Survey, symbol: ts.Symbol, type: ts.Type): string {
  if (isClass(symbol)) return isError(checker, symbol) ? 'error class' : 'class';
  if ((symbol.flags & ts.SymbolFlags.Enum) !== 0) return 'enum';
  if (isPlain(type)) return 'schema or platform value';
  const signatures = type.getCallSignatures();
  const guards = signatures.some((signature) => checker.getTypePredicateOfSignature(signature));
  if (guards) return 'type guard';
  return heldKind(checker, type) ?? 'data';
}

function isClass(symbol: ts.Symbol): boolean {
  return (symbol.flags & ts.SymbolFlags.Class) !== 0;
}

function isError(checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  if (!isClass(symbol)) return false;
  const bases = (of: ts.Type): boolean =>
    of.getSymbol()?.getName() === 'Error' ||
    ((of.isClassOrInterface() ? checker.getBaseTypes(of) : undefined) ?? []).some(bases);
  return bases(checker.getDeclaredTypeOfSymbol(symbol));
}

/** The members of a class, the parameters of a function, the members of an object. */
function surveyValue(survey: Survey, id: string, symbol: ts.Symbol, type: ts.Type): void {
  const { checker } = survey;
  if (isClass(symbol)) {
    for (const signature of type.getConstructSignatures()) surveyParameters(survey, id, signature);
    surveyType(survey, checker.getDeclaredTypeOfSymbol(symbol), id);
    surveyMembers(survey, id, membersOf(checker, staticsOf(checker, symbol)));
    return;
  }
  surveyType(survey, type, id);
  for (const signature of type.getCallSignatures()) surveyCall(survey, id, signature);
}

/** Static members; the classes among them are exports already. */
function staticsOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol[] {
  return [...(symbol.exports?.values() ?? [])].filter(
    (member) =>
      member.getName() !== 'prototype' &&
      checker.getTypeOfSymbol(member).getConstructSignatures().length === 0,
  );
}

/** What a call takes, and what comes back of it. */
function surveyCall(survey: Survey, owner: string, signature: ts.Signature): void {
  surveyParameters(survey, owner, signature);
  surveyType(survey, signature.getReturnType(), `${owner}()`);
}

/** Looks at the members of the SDK's own types in this one, each type once. */
function surveyType(survey: Survey, type: ts.Type, fallback: string, depth = 0): void {
  const { checker, seen, family, names } = survey;
  if (depth > 5) return;
  if (type.isUnionOrIntersection()) {
    for (const part of type.types) surveyType(survey, part, fallback, depth + 1);
    return;
  }
  if ((type.flags & ts.TypeFlags.Object) === 0) return;
  const symbol = type.getSymbol();
  const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';
  if (isPlain(type) || !family.test(file)) {
    for (const held of checker.getTypeArguments(type as ts.TypeReference))
      surveyType(survey, held, fallback, depth + 1);
    return;
  }
  if (symbol === undefined || seen.has(symbol) || heldKind(checker, type) === undefined) return;
  seen.add(symbol);
  if (type.getCallSignatures().length > 0 && !type.isClassOrInterface()) return;
  const name = names.nameOf(type, fallback);
  const members = membersOf(checker, [...(symbol.members?.values() ?? [])]);
  survey.waiting.push(() => surveyMembers(survey, name, members));
  const declared = checker.getDeclaredTypeOfSymbol(symbol);
  const bases = declared.isClassOrInterface() ? checker.getBaseTypes(declared) : [];
  for (const base of bases) surveyType(survey, base, fallback, depth + 1);
}

function surveyMembers(survey: Survey, owner: string, members: readonly Member[]): void {
  for (const { name, kind, type, call, symbol } of members) {
    if (kind === 'method') {
      survey.entries.set(`${owner}.${name}()`, call ?? 'method');
      for (const signature of type.getCallSignatures())
        surveyCall(survey, `${owner}.${name}`, signature);
      continue;
    }
    const held = heldKind(survey.checker, type);
    if (kind === 'accessor' || held !== undefined)
      survey.entries.set(`${owner}.${name}`, held === undefined ? kind : `${kind}: ${held}`);
    if (held !== undefined) surveyType(survey, type, `${owner}.${symbol.getName()}`);
  }
}
