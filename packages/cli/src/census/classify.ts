/** A class of entries, as far as it is needed here; `EntryClass` of the adapter kit says what it means. */
export interface EntryClass {
  readonly entries: readonly string[];
  readonly status: 'enforced' | 'observed' | 'unmediated' | 'harmless';
  readonly path: string;
  readonly why?: string;
}

/** A class and the pattern of it that an entry fell to. */
export type Classified<C extends EntryClass = EntryClass> = { pattern: string; class: C };

/** Finds the class of an entry; undefined where nobody has judged it. */
export type Classify<C extends EntryClass = EntryClass> = (
  id: string,
  kind: string,
) => Classified<C> | undefined;

/** Reads the classes of one adapter: an id wins over every pattern, an earlier pattern over a later one. */
export function classifier<C extends EntryClass>(classes: readonly C[]): Classify<C> {
  const exact = new Map<string, Classified<C>>();
  const patterns: (Classified<C> & { test: RegExp })[] = [];
  for (const entryClass of classes) {
    for (const pattern of entryClass.entries) {
      const classified = { pattern, class: entryClass };
      if (pattern.includes('*')) patterns.push({ ...classified, test: testOf(pattern) });
      else if (!exact.has(pattern)) exact.set(pattern, classified);
    }
  }
  return (id, kind) =>
    exact.get(id) ??
    patterns.find(({ pattern, test }) =>
      test.test(pattern.includes(' — ') ? `${id} — ${kind}` : id),
    );
}

function testOf(pattern: string): RegExp {
  const literal = pattern.split('*').map((text) => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 's');
}
