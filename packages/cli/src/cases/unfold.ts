import type { CaseSource, Place } from './case-source.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns a case for every combination of the matrix. `${name}` becomes the value; alone, it keeps the type.
 *
 * @throws InterposeError `cases_invalid` for a matrix without values, or a name that it does not have.
 */
export function unfold(source: CaseSource, place: Place, given: Json): readonly Json[] {
  const { matrix, ...rest } = given;
  if (matrix === undefined) return [given];
  const at = [...place, 'matrix'];
  const columns = Object.entries(source.object(matrix, at));
  if (columns.length === 0) throw source.fault(at, 'is empty', 'write a name and its values');
  let rows: readonly Json[] = [{}];
  for (const [key, values] of columns) {
    rows = rows.flatMap((row) =>
      [values].flat().map((value: unknown) => ({ ...row, [key]: value })),
    );
    if (rows.length === 0) throw source.fault([...at, key], 'is empty', 'write a value');
  }
  return rows.map((row) => {
    const filled = fill(rest, row, (name) =>
      source.fault(place, `has \${${name}}, which its matrix has not`, 'add it to the matrix'),
    ) as Json;
    const isTold = typeof rest['name'] === 'string' && filled['name'] !== rest['name'];
    const told = Object.entries(row).map(([key, value]) => `${key}=${shown(value)}`);
    return isTold
      ? filled
      : { ...filled, name: [rest['name'], told.join(' ')].filter(Boolean).join(', ') };
  });
}

function fill(value: unknown, row: Json, unknown: (name: string) => Error): unknown {
  if (typeof value === 'string') {
    const [, alone] = /^\$\{([^{}]*)\}$/.exec(value) ?? [];
    if (alone !== undefined && Object.hasOwn(row, alone)) return row[alone];
    return value.replaceAll(/\$\{([^{}]*)\}/g, (_, key: string) => {
      if (!Object.hasOwn(row, key)) throw unknown(key);
      return shown(row[key]);
    });
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, row, unknown));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      shown(fill(key, row, unknown)),
      fill(item, row, unknown),
    ]),
  );
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
