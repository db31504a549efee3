/** Who begins, and whether an answer is owed. */
export type Side = 'client' | 'server';

/** The messages of one side, by kind, in the words of the protocol's schemas. */
interface Messages {
  readonly request: readonly string[];
  readonly notification: readonly string[];
}

/** What version 2 still names, and lets neither side begin with. */
export const sideless: readonly string[] = [
  'notifications/tasks/status',
  'tasks/cancel',
  'tasks/get',
  'tasks/list',
  'tasks/result',
];

const tasks = ['tasks/get', 'tasks/result', 'tasks/list', 'tasks/cancel'];
const shared = ['notifications/cancelled', 'notifications/progress', 'notifications/tasks/status'];

/** Every message that a supported version of MCP names: `census/<package>@<version>.json` has them by the same words. */
const messages: Readonly<Record<Side, Messages>> = {
  client: {
    request: [
      'ping',
      'initialize',
      'server/discover',
      'completion/complete',
      'logging/setLevel',
      'prompts/get',
      'prompts/list',
      'resources/list',
      'resources/read',
      'resources/subscribe',
      'resources/templates/list',
      'resources/unsubscribe',
      'subscriptions/listen',
      'tools/call',
      'tools/list',
      ...tasks,
    ],
    notification: [...shared, 'notifications/initialized', 'notifications/roots/list_changed'],
  },
  server: {
    request: ['ping', 'elicitation/create', 'roots/list', 'sampling/createMessage', ...tasks],
    notification: [
      ...shared,
      'notifications/elicitation/complete',
      'notifications/message',
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
      'notifications/resources/updated',
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
    ],
  },
};

/** One message that one side may begin with. */
export interface Message {
  readonly side: Side;
  readonly kind: keyof Messages;
  readonly method: string;
}

/** All of them, one by one. */
export const everyMessage: readonly Message[] = (['client', 'server'] as const).flatMap((side) =>
  (['request', 'notification'] as const).flatMap((kind) =>
    messages[side][kind].map((method) => ({ side, kind, method })),
  ),
);

/** What the census calls a message, and the probe of it. */
export function nameOf({ side, kind, method }: Message): string {
  return `${side} ${kind} ${method}`;
}

/** The probe of a message with the hooks at this end. */
export function probeOf(message: Message, hooked: Side): string {
  return `${nameOf(message)}, hooked at the ${hooked}`;
}
