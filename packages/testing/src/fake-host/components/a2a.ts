import type { A2aEnvelope, Dict } from '@interpose/core';

import type { A2aExchange } from '../../conformance/scenario/seams.ts';
import type { FakeRun } from '../run/fake-run.ts';
import { jsonRpcError } from './json-rpc-error.ts';
import { stepResult } from '../run/step-result.ts';

/** Carries every A2A exchange of the run, as the client or as the server. */
export async function runExchanges(run: FakeRun): Promise<void> {
  for (const exchange of run.options.seams?.a2a ?? []) {
    if (exchange.role === 'client') await ask(run, exchange);
    else await serve(run, exchange);
  }
}

async function ask(run: FakeRun, exchange: A2aExchange): Promise<void> {
  const { request, method } = exchange;
  const received = (message: Dict): void => exchange.received(message);
  const envelope = { message: request, method, role: 'client', leg: 'request' } as const;
  const outcome = await run.cycles.around(run.chat, 'preA2aMessage', envelope, async (sent) => {
    const { response, events = [] } = exchange.answer(sent);
    for (const event of events)
      await pass(run, 'onA2aMessage', { ...envelope, message: event, leg: 'event' }, received);
    return response;
  });
  try {
    received(stepResult<Dict>(outcome));
  } catch (error) {
    received(jsonRpcError(request, error instanceof Error ? error.message : String(error)));
  }
}

async function serve(run: FakeRun, exchange: A2aExchange): Promise<void> {
  const { request, method } = exchange;
  const received = (message: Dict): void => exchange.received(message);
  const envelope = { method, role: 'server' } as const;
  const refused = (): void => received(jsonRpcError(request, 'The message was denied.'));
  let admitted: Dict | undefined;
  await pass(run, 'onA2aMessage', { ...envelope, message: request, leg: 'request' }, (message) => {
    admitted = message;
  });
  if (admitted === undefined) return refused();
  const { response, events = [] } = exchange.answer(admitted);
  for (const event of events)
    await pass(run, 'preA2aMessage', { ...envelope, message: event, leg: 'event' }, received);
  const left = await pass(
    run,
    'preA2aMessage',
    { ...envelope, message: response, leg: 'response' },
    received,
  );
  if (!left) refused();
}

/** Passes one message through its gate; returns false if a policy denied it. */
async function pass(
  { chat }: FakeRun,
  event: 'preA2aMessage' | 'onA2aMessage',
  envelope: A2aEnvelope,
  deliver: (message: Dict) => void,
): Promise<boolean> {
  const verdict = await chat.dispatch(event, envelope);
  if (verdict.decision === 'deny') return false;
  deliver(verdict.decision === 'modify' ? (verdict.value as Dict) : envelope.message);
  return true;
}
