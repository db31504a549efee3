import { canaries, type Probe, type ProbeRun } from '@interpose/testing/probes';

import { withHooks } from '../../src/index.ts';
import { connect } from '../../test/harness/connect.ts';
import { hostileAgent } from '../../test/hostile-agent.ts';
import { received } from './method-probes.ts';
import { carried, modesOf } from './wire-modes.ts';

const wires = ['SendMessage', 'SendStreamingMessage', 'GetTask'] as const;

/** The name of the probe of one method that is answered wrongly. */
function wrongAnswerProbe(wire: string): string {
  return `${wire}, answered with an error of no known code`;
}

/** The names of all of them. */
export const wrongAnswerProbeNames: readonly string[] = wires.map(wrongAnswerProbe);

/** An error of a code that the SDK does not know, of which it keeps the whole answer. */
export const wrongAnswerProbes: readonly Probe[] = wires.map((wire) => ({
  name: wrongAnswerProbe(wire),
  asks: ['preA2aMessage', 'onA2aMessage'],
  app: (run) => call(run, wire),
  modes: modesOf('client', wire),
}));

async function call(run: ProbeRun, wire: string): Promise<unknown> {
  const agent = await hostileAgent((message, response) => {
    run.requested(message);
    const secret = canaries[carried.answer];
    const error = { code: 777, message: 'no', more: secret };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, error, beside: secret }));
  });
  const native = await connect(agent.url, 'JSONRPC');
  const transport = run.hooks === undefined ? native : withHooks(native, run.hooks);
  try {
    return await received(transport as never, wire);
  } catch (error) {
    return { error };
  } finally {
    await agent.close();
  }
}
