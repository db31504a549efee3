import ts from 'typescript';

import { resourceCalls } from './resource-calls.ts';

/** One public member of a class or an object type. */
export type Member = {
  name: string;
  kind: 'method' | 'accessor' | 'property';
  type: ts.Type;
  symbol: ts.Symbol;
  /** The verb and path of a method that sends one request. */
  call: string | undefined;
};

const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

/** The public members among these symbols. */
export function membersOf(checker: ts.TypeChecker, symbols: readonly ts.Symbol[]): Member[] {
  return symbols.flatMap((symbol) => {
    const declaration = symbol.declarations?.[0];
    const name = memberName(symbol);
    if (declaration === undefined || name === undefined) return [];
    if ((ts.getCombinedModifierFlags(declaration) & hidden) !== 0) return [];
    const type = checker.getTypeOfSymbol(symbol);
    return [{ name, kind: kindOf(symbol, type), type, symbol, call: callOf(declaration) }];
  });
}

/** The name of a member, the same in every run; undefined where it is private. */
export function memberName(symbol: ts.Symbol): string | undefined {
  const name = symbol.getName();
  if (name.startsWith('__#') || name.startsWith('#') || name === '__constructor') return undefined;
  const wellKnown = /^__@(\w+?)(@\d+)?$/.exec(name)?.[1];
  if (wellKnown !== undefined) return `[${wellKnown}]`;
  return name.startsWith('__') && !name.startsWith('___') ? undefined : name.replace(/^___/, '__');
}

function kindOf(symbol: ts.Symbol, type: ts.Type): Member['kind'] {
  if ((symbol.flags & ts.SymbolFlags.Accessor) !== 0) return 'accessor';
  if ((symbol.flags & ts.SymbolFlags.Method) !== 0) return 'method';
  return type.getCallSignatures().length > 0 ? 'method' : 'property';
}

function callOf(declaration: ts.Declaration): string | undefined {
  const owner = declaration.parent;
  if (!ts.isClassDeclaration(owner) || !ts.isMethodDeclaration(declaration)) return undefined;
  const calls = resourceCalls(declaration.getSourceFile().fileName);
  return calls.get(`${owner.name?.text}.${declaration.name.getText()}`);
}
