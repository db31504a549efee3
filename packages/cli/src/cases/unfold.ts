type Json = Readonly<Record<string, unknown>>;

/** A case for every combination of its matrix: `${name}` stands for the value, as it is where it stands alone. */
export function unfold(given: Json): readonly Json[] {
  const { matrix, ...rest } = given;
  if (typeof matrix !== 'object' || matrix === null) return [given];
  let rows: readonly Json[] = [{}];
  for (const [key, values] of Object.entries(matrix))
    rows = rows.flatMap((row) =>
      [values].flat().map((value: unknown) => ({ ...row, [key]: value })),
    );
  return rows.map((row) => {
    const filled = fill(rest, row) as Json;
    const isTold = typeof rest['name'] === 'string' && filled['name'] !== rest['name'];
    const told = Object.entries(row).map(([key, value]) => `${key}=${shown(value)}`);
    return isTold
      ? filled
      : { ...filled, name: [rest['name'], told.join(' ')].filter(Boolean).join(', ') };
  });
}

function fill(value: unknown, row: Json): unknown {
  if (typeof value === 'string') {
    const [, alone] = /^\$\{(\w+)\}$/.exec(value) ?? [];
    if (alone !== undefined && alone in row) return row[alone];
    return value.replaceAll(/\$\{(\w+)\}/g, (all, key: string) =>
      key in row ? shown(row[key]) : all,
    );
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, row));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, row)]));
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
