import type { Dict } from '@interpose/core';
import { canaries, type Probe, type ProbeRun } from '@interpose/testing/probes';

import { withHooks } from '../../src/index.ts';
import type { Transport } from '../../test/sdk.ts';
import type { Side } from '../messages.ts';
import type { End, ProbeSdk } from './probe-sdks.ts';
import { contentOf, paramsOf } from './said.ts';
import { carried, modesOf } from './wire-modes.ts';

/** What a server of 2026 may ask within an answer. */
const methods = ['elicitation/create', 'sampling/createMessage', 'roots/list'] as const;

/** Each question within an answer, and its answer within the next request, with the hooks at either end. */
export function questionProbes(sdk: ProbeSdk): readonly Probe[] {
  return methods.flatMap((method) =>
    (['client', 'server'] as const).map((hooked) => ({
      name: questionProbe(method, hooked),
      asks: ['preMcpMessage', 'onMcpMessage'] as const,
      runsOn: () => sdk.serveStdio !== undefined,
      app: (run: ProbeRun) => askWithin(sdk, run, method, hooked),
      modes: modesOf({
        way: hooked === 'server' ? 'out' : 'in',
        isAnswered: true,
        isRequest: false,
        // The message that holds the question passes as it is: the question itself is judged.
        isMeant: ({ id }) => id === probed,
      }),
    })),
  );
}

/** The names of all of them. */
export const questionProbeNames: readonly string[] = methods.flatMap((method) =>
  (['client', 'server'] as const).map((hooked) => questionProbe(method, hooked)),
);

function questionProbe(method: string, hooked: Side): string {
  return `${method} within an answer, hooked at the ${hooked}`;
}

const probed = 'probed';

async function askWithin(
  sdk: ProbeSdk,
  run: ProbeRun,
  method: string,
  hooked: Side,
): Promise<unknown> {
  const { client, server } = makeEnds(sdk, run, method);
  const hook = (side: Side, own: Transport): Transport =>
    side === hooked && run.hooks !== undefined
      ? withHooks(own, run.hooks, { server: 'probe', role: side })
      : own;
  const [near, far] = sdk.InMemoryTransport.createLinkedPair();
  sdk.serveStdio?.(() => server, { transport: hook('server', far) });
  try {
    await client.connect(hook('client', near));
    const result = await client.request({ method: 'tools/call', params: call }, sdk.anyResult);
    return { result };
  } catch (error) {
    return { error };
  } finally {
    await client.close();
    await server.close();
  }
}

const call: Dict = { name: 'pay', arguments: {} };

/** A tool that asks two things before it does anything, one of them that of the probe; and who answers. */
function makeEnds(
  sdk: ProbeSdk,
  run: ProbeRun,
  method: string,
): { readonly client: End; readonly server: End } {
  const server = new sdk.McpServer({ name: 'shop', version: '1' }, { capabilities: { tools: {} } });
  server.registerTool('pay', {}, (context) => {
    const { inputResponses } = (context as { readonly mcpReq: Dict }).mcpReq;
    if (inputResponses === undefined) return { resultType: 'input_required', inputRequests };
    run.note('answered', structuredClone(inputResponses));
    return { content: [{ type: 'text', text: 'paid' }] };
  });
  const inputRequests = {
    [probed]: { method, params: { ...paramsOf(method), ...SAID[method] } },
    other: { method: 'roots/list' },
  };
  const client = new sdk.Client({ name: 'app', version: '1' }, ofClient) as End & Answering;
  for (const each of methods)
    client.setRequestHandler(each, (request) => {
      run.note('asked', structuredClone(request));
      if (request['params'] === undefined) return { roots: [] };
      run.toolRan(each, request['params']);
      run.requested(structuredClone(request));
      return ANSWERED[each] ?? contentOf(each);
    });
  return { client, server };
}

/** What is a canary's only place where the protocol leaves no room for others. */
const SAID: Readonly<Record<string, Dict>> = {
  'elicitation/create': { message: canaries[carried.question] },
  'sampling/createMessage': {
    messages: [{ role: 'user', content: { type: 'text', text: canaries[carried.question] } }],
  },
};
const ANSWERED: Readonly<Record<string, Dict>> = {
  'elicitation/create': { action: 'accept', content: { said: canaries[carried.answer] } },
};

interface Answering {
  setRequestHandler(method: string, handle: (request: Dict) => Dict): void;
}

const ofClient: Dict = {
  capabilities: { sampling: {}, roots: {}, elicitation: { form: {} } },
  versionNegotiation: { mode: 'auto' },
};
