import type { Dict } from '@interpose/core';

import { isDict } from './is-dict.ts';
import { a2aMethod } from './methods.ts';
import type { Repair } from './repair.ts';

/** Repairs the known defects of a request; the same value if there are none. */
export function normalize(value: unknown): {
  readonly value: unknown;
  readonly repairs: readonly Repair[];
} {
  if (!isDict(value) || typeof value['method'] !== 'string') return { value, repairs: [] };
  const repairs: Repair[] = [];
  const named = mendMethod(value, value['method'], repairs);
  const params = named['params'];
  if (!isDict(params)) return { value: named, repairs };
  const name = String(named['method']);
  let mended = params;
  for (const mend of MENDERS) mended = mend(name, mended, repairs);
  return { value: mended === params ? named : { ...named, params: mended }, repairs };
}

type Mender = (method: string, params: Dict, repairs: Repair[]) => Dict;

const MENDERS: readonly Mender[] = [
  liftA2a,
  liftPayload,
  liftMcp,
  nestToolResult,
  renameCitations,
  renameInstructions,
];

function mendMethod(request: Dict, method: string, repairs: Repair[]): Dict {
  const name = method === 'protocols/A2A' ? wrappedMethod(request['params']) : method;
  const known = name === undefined ? undefined : a2aMethod(name);
  if (known === undefined || known === method) return request;
  repairs.push('method-alias');
  return { ...request, method: known };
}

function wrappedMethod(params: unknown): string | undefined {
  if (!isDict(params)) return undefined;
  const wrapped = params['payload'] ?? params['message'] ?? params;
  const method = isDict(wrapped) ? wrapped['method'] : undefined;
  return typeof method === 'string' ? method : undefined;
}

function liftPayload(method: string, params: Dict, repairs: Repair[]): Dict {
  if (a2aMethod(method) === undefined || 'payload' in params || !isDict(params['message']))
    return params;
  repairs.push('payload-alias');
  const { message: payload, ...rest } = params;
  return { payload, ...rest };
}

const JSON_RPC_KEYS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

function isWrapped([key]: [string, unknown]): boolean {
  return JSON_RPC_KEYS.includes(key);
}

function liftMcp(method: string, params: Dict, repairs: Repair[]): Dict {
  if (method !== 'protocols/MCP' || 'message' in params || !isRaw(params)) return params;
  repairs.push('mcp-lift');
  return lifted('message', params);
}

function liftA2a(method: string, params: Dict, repairs: Repair[]): Dict {
  const isWrappedElsewhere = 'payload' in params || 'message' in params;
  if (a2aMethod(method) === undefined || isWrappedElsewhere || !isRaw(params)) return params;
  repairs.push('a2a-lift');
  return lifted('payload', params);
}

/** Whether the parameters themselves are the wrapped message. */
function isRaw(params: Dict): boolean {
  return 'method' in params || 'result' in params || 'error' in params;
}

function lifted(key: string, params: Dict): Dict {
  const entries = Object.entries(params);
  return {
    [key]: Object.fromEntries(entries.filter(isWrapped)),
    ...Object.fromEntries(entries.filter((entry) => !isWrapped(entry))),
  };
}

function nestToolResult(method: string, params: Dict, repairs: Repair[]): Dict {
  const isFlat = 'executionId' in params && 'result' in params;
  if (method !== 'steps/toolCallResult' || 'toolCallResult' in params || !isFlat) return params;
  repairs.push('tool-result-nest');
  const { executionId, result, ...rest } = params;
  return { toolCallResult: { executionId, result }, ...rest };
}

function renameCitations(method: string, params: Dict, repairs: Repair[]): Dict {
  if (method !== 'steps/message' || !('citation' in params) || 'citations' in params) return params;
  repairs.push('citations-alias');
  const { citation: citations, ...rest } = params;
  return { ...rest, citations };
}

/** Repairs the agent of a step, and both agents of an A2A message; reported once. */
function renameInstructions(_method: string, params: Dict, repairs: Repair[]): Dict {
  const context = params['context'];
  if (!isDict(context)) return params;
  let mended = mendAgent(context);
  for (const side of SIDES) {
    const party = mended[side];
    const fixed = isDict(party) ? mendAgent(party) : party;
    if (fixed !== party) mended = { ...mended, [side]: fixed };
  }
  if (mended === context) return params;
  repairs.push('instructions-alias');
  return { ...params, context: mended };
}

const SIDES = ['from', 'to'] as const;

function mendAgent(holder: Dict): Dict {
  const agent = holder['agent'];
  if (!isDict(agent) || !('instruction' in agent) || 'instructions' in agent) return holder;
  const { instruction: instructions, ...rest } = agent;
  return { ...holder, agent: { ...rest, instructions } };
}
