/** Matches ids and times, which differ from run to run. */
const varying =
  /\b(?:(?:aitxt|aiobj|aitool|msg|id|chatcmpl|resp|call|req|run|trace|span|group)[-_][A-Za-z0-9-]{8,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z)/g;
const times =
  /^(?:timestamp|startTime|endTime|durationMs|.*Ms|.*PerSecond|created|created_at|date)$/;

/**
 * Describes the content of a value as lines: types, classes, keys in order, texts, numbers, errors. Equal runs have
 * equal lines. Functions count by kind only; ids and times are left out.
 */
export function outline(value: unknown): string[] {
  const lines: string[] = [];
  write(value, '', lines, []);
  return lines;
}

function write(value: unknown, path: string, lines: string[], above: readonly unknown[]): void {
  if (typeof value !== 'object' || value === null) {
    lines.push(`${path} = ${leaf(value)}`);
    return;
  }
  if (above.includes(value) || above.length > 12) {
    lines.push(`${path} = (above)`);
    return;
  }
  lines.push(`${path}: ${kindOf(value)}`);
  if (value instanceof Error) lines.push(`${path}.message = ${leaf(value.message)}`);
  if (value instanceof Date || value instanceof AbortSignal || value instanceof ReadableStream)
    return;
  for (const key of Object.keys(value)) {
    const place = `${path}.${key}`;
    if (times.test(key)) lines.push(`${place} = (time)`);
    else write(valueAt(value, key), place, lines, [...above, value]);
  }
}

function valueAt(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key);
  } catch (error) {
    return error;
  }
}

function leaf(value: unknown): string {
  if (typeof value === 'function') return 'function';
  if (typeof value === 'string') return JSON.stringify(value.replaceAll(varying, '(id)'));
  return String(value);
}

function kindOf(value: object): string {
  if (Array.isArray(value)) return `Array(${value.length})`;
  return (value.constructor as { name?: string } | undefined)?.name ?? 'null prototype';
}

/** Returns the first difference between two outlines. */
export function firstDifference(
  before: readonly string[],
  after: readonly string[],
  isAccepted: (line: string) => boolean,
): string | undefined {
  const expected = before.filter((line) => !isAccepted(line));
  const given = after.filter((line) => !isAccepted(line));
  const at = expected.findIndex((line, index) => line !== given[index]);
  if (at === -1 && expected.length === given.length) return undefined;
  const place = at === -1 ? expected.length : at;
  return `unhooked ${expected[place] ?? '(ends)'} but hooked ${given[place] ?? '(ends)'}`;
}
