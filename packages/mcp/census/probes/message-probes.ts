import type { Probe, ProbeRun } from '@interpose/testing/probes';

import { everyMessage, probeOf, type Message, type Side } from '../messages.ts';
import type { Link } from './links.ts';
import type { Fill } from './make-ends.ts';
import { openPair, type Pair } from './probe-kit.ts';
import type { End, ProbeSdk } from './probe-sdks.ts';
import { paramsOf } from './said.ts';
import { modesOf } from './wire-modes.ts';

/** Every message of the protocol, sent by the SDK's own ends, with the hooks at either. */
export function messageProbes(sdk: ProbeSdk): readonly Probe[] {
  return everyMessage.flatMap((message) =>
    (['client', 'server'] as const).map((hooked) =>
      probeAt(sdk, { name: probeOf(message, hooked), message, hooked }),
    ),
  );
}

/** One message, how an app has it sent, and where the hooks are. */
export interface Sending {
  readonly name: string;
  readonly message: Message;
  readonly hooked: Side;
  /** How the app says it; by the general method of its end when absent. */
  readonly say?: (end: End) => Promise<unknown>;
  readonly fill?: Fill;
  /** What it goes over; memory when absent. */
  readonly link?: Link;
}

/** The SDK answers these itself, without room for a canary. */
const answeredByTheSdk = new Set(['ping', 'logging/setLevel', 'subscriptions/listen']);

/** A probe of one message, in every mode that it sets off. */
export function probeAt(sdk: ProbeSdk, sending: Sending): Probe {
  const { name, message, hooked } = sending;
  const isRequest = message.kind === 'request';
  return {
    name,
    asks: ['preMcpMessage', 'onMcpMessage'],
    app: (run) => send(sdk, run, sending),
    modes: modesOf({
      way: message.side === hooked ? 'out' : 'in',
      isAnswered: isRequest && !answeredByTheSdk.has(message.method),
      isRequest,
    }),
  };
}

async function send(
  sdk: ProbeSdk,
  run: ProbeRun,
  { message, hooked, say, fill, link }: Sending,
): Promise<unknown> {
  const pair = openPair(sdk, run, message, { hooked, fill, link });
  const { isHello, reached, connect } = pair;
  try {
    await connect();
    if (isHello) return reached;
    const result = await (say?.(pair[message.side]) ?? sayPlainly(sdk, pair, message));
    // Nothing overtakes what is sent, so once this is answered it has arrived, or was kept back.
    if (message.kind === 'notification') await fence(sdk, pair, message);
    return { ...reached, result };
  } catch (error) {
    return { ...reached, error };
  } finally {
    await pair.close();
  }
}

async function sayPlainly(sdk: ProbeSdk, pair: Pair, message: Message): Promise<unknown> {
  const { method, kind } = message;
  const said = { method, params: paramsOf(method) };
  if (pair.isOf2026) {
    // It is answered when the subscription ends; what the server acknowledges repeats what was asked.
    const listen = { ...said, method: 'subscriptions/listen' };
    void pair.client.request(listen, sdk.anyResult).catch(() => undefined);
    return fence(sdk, pair, message);
  }
  const end = pair[message.side];
  return kind === 'request'
    ? end.request(said, sdk.anyResult, { timeout: 5000 })
    : end.notification(said);
}

async function fence({ anyResult }: ProbeSdk, pair: Pair, { side }: Message): Promise<void> {
  if (pair.isOf2026) await pair.client.request({ method: 'tools/list' }, anyResult);
  else await pair[side].request({ method: 'ping' }, anyResult);
}
