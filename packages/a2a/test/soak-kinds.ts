import type { Client } from '@a2a-js/sdk/client';
import type { FuzzApp, FuzzKind } from '@interpose/testing/fuzz';

import { saying, startDesk, work, type DeskOptions } from './desk.ts';

/** A client and an agent behind a server on loopback, with hooks at one of them. */
export const kinds: readonly FuzzKind[] = (['client', 'server'] as const).map((hooked) => ({
  name: hooked,
  entries: [],
  events: ['preA2aMessage', 'onA2aMessage'],
  modes: ['plain', 'streamed'],
  tools: ['async', 'sync'],
  open: (app) => () => converse(app, hooked),
}));

/** Says what the model in memory wants said; the desk runs the tool that a message names. */
async function converse(app: FuzzApp, hooked: 'client' | 'server'): Promise<unknown> {
  const execute: DeskOptions['execute'] = async (context, bus) => {
    const said = JSON.stringify(context.userMessage);
    for (const { name, run } of app.tools) if (said.includes(name)) await run({ secret: said });
    await work('one', 'two')(context, bus);
  };
  const hooks = app.hooks!;
  const desk = await startDesk({ execute, ...(hooked === 'server' ? { hooks } : {}) });
  try {
    const client = await desk.client(hooked === 'client' ? hooks : undefined);
    return await app.read(answersOf(client, app));
  } catch (error) {
    return error;
  } finally {
    await desk.close();
  }
}

async function* answersOf(client: Client, app: FuzzApp): AsyncGenerator<unknown, void> {
  const options = app.signal === undefined ? {} : { signal: app.signal };
  for (let turns = 0; turns < 3; turns += 1) {
    const [call] = (await app.answer(undefined)).calls;
    const params = saying(`${app.prompt} ${call?.name ?? 'No tool.'}`);
    if (app.mode === 'plain') yield await client.sendMessage(params, options);
    else yield* client.sendMessageStream(params, options);
    if (call === undefined) return;
  }
}
