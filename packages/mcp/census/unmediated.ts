import type { EntryClass } from '@interpose/adapter-kit';

const unmediatedAt = (path: string, why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'unmediated',
  path,
  why,
  events: ['preMcpMessage', 'onMcpMessage'],
});

/** The entries that no hook sees, or where nobody has shown yet that hooks hold. */
export const unmediated: readonly EntryClass[] = [
  unmediatedAt('options of a transport or an end', 'no test shows yet that hooks work here', [
    '*Options*',
    'ServerContext*',
    'RequestHandlerExtra*',
    'MessageExtraInfo*',
    'client/middleware: *',
    'TaskRequestHandlerExtra*',
    'CreateTask*Extra*',
    'server/completable: *',
    'completable*',
    '*Middleware*',
    'withLogging',
  ]),
  unmediatedAt('tasks', 'hooks do not see messages in queues and stores of tasks', [
    'experimental: *Tasks*',
    'experimental: InMemoryTask*',
    'ToolTaskHandler*',
    'experimental: takeResult*',
    'experimental: toArrayAsync*',
  ]),
  unmediatedAt(
    'servers that make their own transports',
    'only a hooked server that you give them can hook their transports',
    [
      'createMcpHandler*',
      'McpHttpHandler*',
      'PerRequestHTTPServerTransport*',
      'legacyStatelessFallback*',
      'isLegacyRequest',
      'classifyInboundRequest',
      'InMemoryServerEventBus*',
      'ServerEventBus*',
      'ServerNotifier*',
    ],
  ),
  unmediatedAt('answers that a client keeps', 'hooks see an answer only the first time', [
    'InMemoryResponseCacheStore*',
  ]),
  unmediatedAt('web sockets', 'no test shows yet that hooks work here', ['client/websocket: *']),
  unmediatedAt(
    'skills',
    'they ask through a client or a server; no test shows yet that hooks work here',
    [
      'ext/skills: SkillsClient*',
      'ext/skills: SkillsExtension*',
      'ext/skills: SkillCatalog*',
      'ext/skills/node: *',
      'ext/skills: memorySkillFiles',
      'SkillFiles*',
    ],
  ),
  unmediatedAt('fetches of a transport', 'called after hooks, with what they let through', [
    'shared/transport: *',
  ]),
];
