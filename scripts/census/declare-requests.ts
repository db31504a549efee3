import type { EntryClass } from '../../packages/adapter-kit/src/targets/entry-class.ts';
import { readCensuses } from './census-files.ts';
import { classifier } from '../../packages/cli/src/census/classify.ts';

type Judged = { verb: string; path: string; class: EntryClass };

/** The list by which the adapter of a client over HTTP lets requests pass; empty for an adapter whose census has none. */
export function renderRequests(adapter: string, classes: readonly EntryClass[]): string {
  const requests = judgedRequests(adapter, classes);
  if (requests.length === 0) return '';
  const harmless = requests.filter((each) => each.class.status === 'harmless');
  return `
/** What asks no model and tells of no answer: verbs, and behind each its paths; \`*\` is one segment. */
export const HARMLESS_REQUESTS = '${listOf(harmless)}';
`;
}

function judgedRequests(adapter: string, classes: readonly EntryClass[]): Judged[] {
  const classify = classifier(classes);
  return [...readCensuses(adapter).values()].flatMap(({ entries }) =>
    Object.entries(entries).flatMap(([id, kind]): Judged[] => {
      const [, verb, path] = /^([A-Z]+) (\/[^?]*)/.exec(kind) ?? [];
      const found = classify(id, kind);
      if (verb === undefined || path === undefined || found === undefined) return [];
      return [{ verb, path: path.replaceAll(/\{[^}]*\}/g, '*'), class: found.class }];
    }),
  );
}

function listOf(requests: readonly Judged[]): string {
  const verbs = Object.entries(Object.groupBy(requests, ({ verb }) => verb)).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return verbs
    .map(([verb, same = []]) => [verb, ...new Set(same.map(({ path }) => path).toSorted())])
    .flat()
    .join(' ');
}
