import ts from 'typescript';

/** Types of the language and its platform: what they hold is not the SDK's. */
const plain = /\/typescript\/lib\/lib\.|\/@types\/|\/undici-types\/|\/zod\/|\/zod-to-json-schema\//;

const streams = /^(ReadableStream|AsyncIterable|AsyncIterator|AsyncGenerator|EventEmitter)/;

/**
 * What a value of this type can do: `function`, a stream, or an object with methods, by name; undefined for data.
 * Unions, promises, arrays and dictionaries are looked into.
 */
export function heldKind(checker: ts.TypeChecker, type: ts.Type, depth = 0): string | undefined {
  if (depth > 4 || isOpen(type)) return undefined;
  if (type.isUnionOrIntersection()) return ofParts(checker, type, depth);
  if (type.getCallSignatures().length + type.getConstructSignatures().length > 0) return 'function';
  if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) {
    const constraint = checker.getBaseConstraintOfType(type);
    return constraint === undefined ? undefined : heldKind(checker, constraint, depth + 1);
  }
  if ((type.flags & ts.TypeFlags.Object) === 0) return undefined;
  const name = type.getSymbol()?.getName() ?? '';
  if (streams.test(name)) return name;
  if (isPlain(type)) return ofIndex(checker, type, depth) ?? ofArguments(checker, type, depth);
  return ofObject(checker, type, depth);
}

/** True where the type is declared by the language, the platform or a schema library. */
export function isPlain(type: ts.Type): boolean {
  const file = type.getSymbol()?.declarations?.[0]?.getSourceFile().fileName;
  return file !== undefined && plain.test(file);
}

/** The methods of an object type, by name; none for plain data. */
function ofObject(checker: ts.TypeChecker, type: ts.Type, depth: number): string | undefined {
  const indexed = ofIndex(checker, type, depth);
  if (indexed !== undefined) return indexed;
  const hasMethod = type.getProperties().some((property) => isMethod(checker, property));
  if (!hasMethod) return undefined;
  const name = type.aliasSymbol?.getName() ?? type.getSymbol()?.getName() ?? '';
  return name === '' || name.startsWith('__') ? 'object with methods' : name;
}

/** What the values of a dictionary can do. */
function ofIndex(checker: ts.TypeChecker, type: ts.Type, depth: number): string | undefined {
  const index = type.getStringIndexType();
  return index === undefined ? undefined : heldKind(checker, index, depth + 1);
}

function isMethod(checker: ts.TypeChecker, property: ts.Symbol): boolean {
  if ((property.flags & ts.SymbolFlags.Method) !== 0) return true;
  const declaration = property.declarations?.[0];
  if (declaration === undefined) return false;
  const type = checker.getTypeOfSymbol(property);
  const parts = type.isUnion() ? type.types : [type];
  return parts.some((part) => part.getCallSignatures().length > 0);
}

function ofParts(
  checker: ts.TypeChecker,
  type: ts.UnionOrIntersectionType,
  depth: number,
): string | undefined {
  const kinds = type.types.map((part) => heldKind(checker, part, depth + 1));
  return kinds.find((kind) => kind === 'function') ?? kinds.find((kind) => kind !== undefined);
}

function ofArguments(checker: ts.TypeChecker, type: ts.Type, depth: number): string | undefined {
  const held = checker.getTypeArguments(type as ts.TypeReference);
  return held
    .map((argument) => heldKind(checker, argument, depth + 1))
    .find((kind) => kind !== undefined);
}

function isOpen(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never)) !== 0;
}
