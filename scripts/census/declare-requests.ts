import type { EntryClass } from '../../packages/adapter-kit/src/targets/entry-class.ts';
import { readCensuses } from './census-files.ts';
import { classifier } from './classify.ts';

type Judged = { verb: string; path: string; class: EntryClass };

/**
 * The lists by which the adapter of a client over HTTP judges a request; empty for an adapter whose census has none.
 * A first segment of which all requests fall to one unmediated path stands as a whole.
 */
export function renderRequests(adapter: string, classes: readonly EntryClass[]): string {
  const requests = judgedRequests(adapter, classes);
  if (requests.length === 0) return '';
  const whole = wholeSegments(requests);
  const harmless = requests.filter((each) => each.class.status === 'harmless');
  const open = requests.filter((each) => each.class.status === 'unmediated');
  const lines = Object.entries(Object.groupBy(open, (each) => each.class.path))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, same = []]) => {
      const listed = same.map((each) =>
        whole.has(segmentOf(each)) ? { ...each, verb: '*', path: `/${segmentOf(each)}/**` } : each,
      );
      return `  ['${path}', '${listOf(listed)}'],`;
    });
  return `
/** What asks no model and tells of no answer: verbs, and behind each its paths; \`*\` is one segment, \`**\` any number. */
export const HARMLESS_REQUESTS = '${listOf(harmless)}';

/** What passes no hooks, by its path above. */
export const UNMEDIATED_REQUESTS: readonly (readonly [path: string, requests: string])[] = [
${lines.join('\n')}
];
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

function segmentOf({ path }: Judged): string {
  return path.split('/')[1] ?? '';
}

function wholeSegments(requests: readonly Judged[]): ReadonlySet<string> {
  return new Set(
    Object.entries(Object.groupBy(requests, segmentOf)).flatMap(([segment, same = []]) => {
      const paths = new Set(same.map((each) => `${each.class.status} ${each.class.path}`));
      return paths.size === 1 && same[0]?.class.status === 'unmediated' ? [segment] : [];
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
