import ts from 'typescript';

import { heldKind, isPlain } from './held-kind.ts';
import { memberName } from './type-members.ts';
import type { Survey } from './type-names.ts';

/** The parameters that take something able to act, and the properties of options that do. */
export function surveyParameters(survey: Survey, owner: string, signature: ts.Signature): void {
  for (const parameter of signature.getParameters()) {
    const type = survey.checker.getTypeOfSymbol(parameter);
    for (const part of partsOf(survey.checker, type)) {
      if (isOptions(survey, part)) surveyOptions(survey, owner, part, '');
      else note(survey, `${owner}(${parameter.getName()})`, part);
    }
  }
}

function note(survey: Survey, id: string, type: ts.Type): void {
  const kind = heldKind(survey.checker, type);
  if (kind !== undefined) survey.entries.set(id, kind);
}

/** The parts of a union, of a type parameter's bound, of an intersection that is no single object. */
function partsOf(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] {
  if (type.isUnion()) return type.types.flatMap((part) => partsOf(checker, part));
  if ((type.flags & ts.TypeFlags.Instantiable) === 0) return [type];
  const bound = checker.getBaseConstraintOfType(type);
  return bound === undefined || bound === type ? [] : partsOf(checker, bound);
}

/** An object of settings: no class, no methods, no value of the platform. */
function isOptions({ family }: Survey, type: ts.Type): boolean {
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0 || type.isIntersection();
  if (!isObject || type.isClass() || isPlain(type)) return false;
  const signatures = type.getCallSignatures().length + type.getConstructSignatures().length;
  const properties = type.getProperties();
  if (signatures > 0 || properties.length === 0) return false;
  const isOwn = properties.some(({ declarations }) =>
    family.test(declarations?.[0]?.getSourceFile().fileName ?? ''),
  );
  return isOwn && !properties.some(isMethod);
}

function isMethod(property: ts.Symbol): boolean {
  return (property.flags & ts.SymbolFlags.Method) !== 0;
}

function surveyOptions(
  survey: Survey,
  owner: string,
  type: ts.Type,
  path: string,
  above: readonly ts.Type[] = [],
): void {
  const { seen } = survey;
  const named = type.aliasSymbol ?? (type.isClassOrInterface() ? type.getSymbol() : undefined);
  const key = named === undefined ? `${owner}{${path}` : named;
  // A type that holds itself, such as that of a JSON schema, has nothing new further down.
  if (above.length > 3 || seen.has(key) || above.includes(type)) return;
  seen.add(key);
  const place = named === undefined ? owner : named.getName();
  const before = named === undefined ? path : '';
  for (const property of type.getProperties()) {
    const name = `${before}${memberName(property) ?? property.getName()}`;
    for (const part of partsOf(survey.checker, survey.checker.getTypeOfSymbol(property))) {
      if (isOptions(survey, part)) surveyOptions(survey, place, part, `${name}.`, [...above, type]);
      else note(survey, `${place}{${name}}`, part);
    }
  }
}
