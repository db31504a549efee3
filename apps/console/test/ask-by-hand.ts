import { TOKEN } from './guardian-process.ts';

let asked = 0;

/** Asks about any call of any tool, as an agent does. It returns once the ask waits for a person, and never comes back. */
export async function askByHand(
  url: string,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<void> {
  const number = ++asked;
  const session = { id: `by-hand-${process.pid}-${number}` };
  const agent = { id: 'hand', name: 'hand', version: '1', instructions: '' };
  const context = {
    agent: { ...agent, provider: { name: 'unknown', url: '' } },
    session,
    turnId: `${session.id}-1`,
    stepId: `${session.id}:1`,
    timestamp: new Date().toISOString(),
    interpose: {
      tool: { name: tool, origin: 'local', known: true, enabled: true },
      host: { framework: 'app', version: '' },
    },
  };
  const inputs = Object.entries(args).map(([name, value]) => ({ name, value }));
  const toolCallRequest = { executionId: `call_${number}`, toolId: tool, inputs };
  const params = { toolCallRequest, context };
  const body = { jsonrpc: '2.0', id: number, method: 'steps/toolCallRequest', params };
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const told = await response.text();
  if (!told.includes('the decision is pending')) throw new Error(`it does not wait: ${told}`);
}
