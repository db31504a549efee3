const canary = /CANARY-[A-Z]+-\d+-END/g;

/** A text that occurs nowhere else; of what it is made and which one it is stand in it. */
export function canaryText(
  of:
    | 'SAID'
    | 'TOLD'
    | 'PROMPT'
    | 'TEXT'
    | 'THOUGHT'
    | 'ARGS'
    | 'CHANGED'
    | 'RESULT'
    | 'ERROR'
    | 'FAILURE',
  index: number,
): string {
  return `CANARY-${of}-${index}-END`;
}

/** The canaries in a value, as far as JSON shows it. */
export function canariesIn(value: unknown): readonly string[] {
  try {
    const text = typeof value === 'string' ? value : JSON.stringify(value, readable);
    return text?.match(canary) ?? [];
  } catch {
    return [];
  }
}

function readable(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Error) return [value.message, Object.values(value)];
  return value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value;
}
