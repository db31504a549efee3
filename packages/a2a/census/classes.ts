import type { EntryClass } from '@interpose/adapter-kit';

import { harmless } from './harmless.ts';
import { deskProbe } from './probes/desk-probes.ts';
import { methodProbe, probesOf } from './probes/method-probes.ts';
import { said } from './probes/said.ts';
import { wrongAnswerProbeNames } from './probes/wrong-answer-probes.ts';
import { unmediated } from './unmediated.ts';

const enforced = (
  path: string,
  probe: readonly string[],
  entries: readonly string[],
): EntryClass => ({ entries, status: 'enforced', path, probe });

/** How far mediation holds for every entry of the A2A SDK, 1.1.0 to 1.3.0. */
export const classes: readonly EntryClass[] = [
  ...Object.keys(said).map((wire) =>
    enforced(
      wire === 'SendStreamingMessage' || wire === 'SubscribeToTask' ? 'client stream' : 'client',
      (['JSONRPC', 'HTTP+JSON', 'GRPC'] as const).flatMap((binding) => [
        methodProbe(wire, binding, 'transport'),
        methodProbe(wire, binding, 'handler'),
      ]),
      [`client request ${wire}`],
    ),
  ),
  enforced('client', probesOf('client'), ['client: Client', 'client: Client.*']),
  enforced(
    'client',
    [...probesOf('transport'), ...wrongAnswerProbeNames],
    ['Transport.*', 'client: JsonRpcTransportFactory*'],
  ),
  enforced('client', probesOf('transport', 'HTTP+JSON'), ['client: RestTransportFactory*']),
  enforced('client', probesOf('transport', 'GRPC'), ['client/grpc: GrpcTransportFactory*']),
  enforced('client', probesOf('factory'), [
    'client: ClientFactory*',
    'client: TenantTransportDecorator*',
  ]),
  enforced('server', ['SendMessage', 'SendStreamingMessage'].map(deskProbe), [
    'server: DefaultRequestHandler',
    'server: DefaultRequestHandler.*',
  ]),
  enforced('server', probesOf('mount'), ['server/express: *']),
  enforced('server', probesOf('mount', 'GRPC'), ['A2AServiceServer*', 'server/grpc: *']),
  enforced(
    'push notification',
    ['push notification'],
    ['server: DefaultPushNotificationSender', 'server: DefaultPushNotificationSender.*'],
  ),
  ...unmediated,
  ...harmless,
];
