/** What the address carries after the question mark: texts, and lists of texts where a key is repeated. */
export type Search = Readonly<Record<string, string | readonly string[] | undefined>>;

export function parseSearch(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text);
  const keys = [...new Set(params.keys())];
  return Object.fromEntries(
    keys.map((key) => {
      const values = params.getAll(key);
      return [key, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const one of values) if (typeof one === 'string' && one !== '') params.append(key, one);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

export function textOf(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'string' && one !== '' ? one : undefined;
}

export function listOf(value: unknown): string[] | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = all.filter((one): one is string => typeof one === 'string' && one !== '');
  return texts.length === 0 ? undefined : texts;
}
