import type { EntryClass } from '@interpose/adapter-kit';

const harmlessFor = (why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'harmless',
  path: 'none',
  why,
});

/** The entries through which no model, tool or stream of a provider can be reached. */
export const harmless: readonly EntryClass[] = [
  harmlessFor('an error to compare with', ['* — error class', 'errors*', 'A2AError*']),
  harmlessFor('data or a codec of messages', [
    '* — data',
    '* — enum',
    '* — MessageFns',
    'MessageFns*',
    '*FromJSON',
    '*ToJSON',
    'formatSSE*',
    'parseSse*',
    '* — object with methods',
  ]),
  harmlessFor('who calls, and in which version', [
    'Extensions*',
    'server: ServerCallContext*',
    'server: *User*',
    'server: assertUnreachableEvent',
    'server: defaultServerCallContextBuilder',
    'server: getSupportedVersions',
    'server: validateVersion',
  ]),
];
