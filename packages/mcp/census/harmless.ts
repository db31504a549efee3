import type { EntryClass } from '@interpose/adapter-kit';

const harmlessFor = (why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'harmless',
  path: 'none',
  why,
});

/** The entries through which no model, tool or stream of a provider can be reached. */
export const harmless: readonly EntryClass[] = [
  harmlessFor('an error to compare with', ['* — error class']),
  harmlessFor('data or a schema', ['* — data', '* — schema or platform value', '* — enum']),
  harmlessFor('a test of a value', [
    '* — type guard',
    'experimental: assert*',
    'experimental: isTerminal',
  ]),
  harmlessFor('who may connect: no message of an agent', [
    'client/auth*',
    'server/auth*',
    'OAuth*',
    'shared/auth-utils: *',
    'CompletableMeta*',
    'CompletableDef*',
  ]),
  harmlessFor('reads and writes texts, and asks nobody', [
    'server/zod*',
    'shared/*',
    'server/requestBody: *',
    'server/sseKeepAlive: *',
    'server/express: *',
    'server/middleware*',
    'validation*',
    'client/stdio: *',
    'client: getSupportedElicitationModes',
  ]),
];
