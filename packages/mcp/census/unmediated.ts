import type { EntryClass } from '@interpose/adapter-kit';

const unmediatedAt = (path: string, why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'unmediated',
  path,
  why,
});

/** The entries that no hook sees, or where nobody has shown yet that hooks hold. */
export const unmediated: readonly EntryClass[] = [
  unmediatedAt('options of a transport or an end', 'no probe shows yet that hooks hold here', [
    '*Options*',
    'RequestHandlerExtra*',
    'MessageExtraInfo*',
    'client/middleware: *',
    'TaskRequestHandlerExtra*',
    'CreateTask*Extra*',
    'server/completable: *',
  ]),
  unmediatedAt('tasks', 'queues and stores of tasks keep messages out of any transport', [
    'experimental: *Tasks*',
    'experimental: InMemoryTask*',
    'ToolTaskHandler*',
    'experimental: takeResult*',
    'experimental: toArrayAsync*',
  ]),
  unmediatedAt('fetches of a transport', 'called below the hooks, with what they let out', [
    'shared/transport: *',
  ]),
];
