const canary = /CANARY-[A-Z]+-\d+-END/g;

/** Returns a unique text that contains its kind and its number. */
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

/** Returns the canaries in the JSON of a value. */
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
