import type { EntryClass } from '@interpose/adapter-kit';

import { harmless } from './harmless.ts';
import { unmediated } from './unmediated.ts';

const enforced = (path: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'enforced',
  path,
});

/** How far mediation holds for every entry of the A2A SDK, 1.1.0 to 1.3.0. */
export const classes: readonly EntryClass[] = [
  enforced('client', [
    'client: Client',
    'client: Client.*',
    'Transport.*',
    'client: ClientFactory*',
    'client: JsonRpcTransportFactory*',
    'client: RestTransportFactory*',
    'client/grpc: GrpcTransportFactory*',
  ]),
  enforced('server', ['server: DefaultRequestHandler', 'server: DefaultRequestHandler.*']),
  enforced('client', [
    'client request CancelTask',
    'client request CreateTaskPushNotificationConfig',
    'client request DeleteTaskPushNotificationConfig',
    'client request GetExtendedAgentCard',
    'client request GetTask',
    'client request GetTaskPushNotificationConfig',
    'client request ListTaskPushNotificationConfigs',
    'client request ListTasks',
    'client request SendMessage',
  ]),
  enforced('client stream', [
    'client request SendStreamingMessage',
    'client request SubscribeToTask',
  ]),
  enforced('push notification', [
    'server: DefaultPushNotificationSender',
    'server: DefaultPushNotificationSender.*',
  ]),
  ...unmediated,
  ...harmless,
];
