import { join } from 'node:path';

import ts from 'typescript';

/** What the types say of one event. */
export interface EventType {
  readonly name: string;
  /** The sentence of its documentation. */
  readonly fires: string;
  readonly kind: string;
  readonly keys: readonly string[];
  readonly slot: string | undefined;
  readonly outcomes: readonly string[];
  readonly verbs: readonly string[];
}

const root = join(import.meta.dirname, '../..');

/** Every event of the interface `EventMap`, in the order it declares them. */
export function readEventTypes(): readonly EventType[] {
  const path = join(root, 'src/contract/events/event-map.ts');
  const program = ts.createProgram([path], {
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.esnext.disposable.d.ts'],
    strict: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(path)!)!;
  const map = checker.getExportsOfModule(module).find(({ name }) => name === 'EventMap')!;
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(map))
    .map((event) => describeEvent(event, checker));
}

function describeEvent(event: ts.Symbol, checker: ts.TypeChecker): EventType {
  const shape = checker.getTypeOfSymbol(event);
  const part = (name: string): ts.Type | undefined => {
    const property = shape.getProperty(name);
    return property === undefined ? undefined : checker.getTypeOfSymbol(property);
  };
  const keysOf = (type: ts.Type | undefined): string[] =>
    type === undefined ? [] : checker.getPropertiesOfType(type).map(({ name }) => name);
  return {
    name: event.name,
    fires: ts.displayPartsToString(event.getDocumentationComment(checker)),
    kind: literals(part('kind'))[0]!,
    keys: keysOf(part('payload')),
    slot: literals(part('slot'))[0],
    outcomes: keysOf(part('outcomes')),
    verbs: literals(part('verbs')),
  };
}

function literals(type: ts.Type | undefined): string[] {
  if (type === undefined) return [];
  const types = type.isUnion() ? type.types : [type];
  return types.filter((each) => each.isStringLiteral()).map(({ value }) => value);
}
