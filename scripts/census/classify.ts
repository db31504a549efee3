import type { EntryClass } from '../../packages/adapter-kit/src/targets/entry-class.ts';

/** A class and the pattern of it that an entry fell to. */
export type Classified = { pattern: string; class: EntryClass };

/** Finds the class of an entry; undefined where nobody has judged it. */
export type Classify = (id: string, kind: string) => Classified | undefined;

/** Reads the classes of one adapter: an id wins over every pattern, an earlier pattern over a later one. */
export function classifier(classes: readonly EntryClass[]): Classify {
  const exact = new Map<string, Classified>();
  const patterns: (Classified & { test: RegExp })[] = [];
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
