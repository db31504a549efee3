import { canaries, type Probe, type ProbeRun } from '@interpose/testing/probes';

import { reply, saying, startDesk } from '../../test/desk.ts';
import { carried, modesOf } from './wire-modes.ts';

/** The SDK's own request handler, with an agent behind it. */
export const deskProbes: readonly Probe[] = ['SendMessage', 'SendStreamingMessage'].map((wire) => ({
  name: deskProbe(wire),
  asks: ['preA2aMessage', 'onA2aMessage'],
  app: (run) => ask(run, wire),
  modes: modesOf('server', wire),
}));

/** The name of the probe of one method. */
export function deskProbe(wire: string): string {
  return `${wire} to a DefaultRequestHandler`;
}

async function ask(run: ProbeRun, wire: string): Promise<unknown> {
  const desk = await startDesk({
    ...(run.hooks === undefined ? undefined : { hooks: run.hooks }),
    async execute(context, bus) {
      run.requested(context.userMessage);
      run.toolRan('agent', context.userMessage);
      await reply(canaries[carried.answer])(context, bus);
    },
  });
  try {
    const client = await desk.client();
    const said = saying(canaries[carried.question]);
    if (wire === 'SendMessage') return { answer: await client.sendMessage(said) };
    const events: unknown[] = [];
    for await (const event of client.sendMessageStream(said)) events.push(event);
    return { events };
  } catch (error) {
    return { error };
  } finally {
    await desk.close();
  }
}
