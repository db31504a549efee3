import { isDict } from '@interpose/adapter-kit';
import { InterposeError, type Denial, type Dict, type Trace } from '@interpose/core';
import { denialText, refusalText } from '@interpose/core/adapter';
import { readTrace } from '@interpose/core/trace';
import { readMessage, type Id, type ReadMessage } from './to-contract.ts';

/** The reason why a message goes no further, in words for each of the two sides. */
export interface Refusal {
  /** The code for programs. */
  readonly code: string;
  /** The text for this side: it names the policy and its reason. */
  readonly here: string;
  /** The text for the other side: only what the policy wants people to read. */
  readonly there: string;
  /** The code of the JSON-RPC error. */
  readonly rpcCode: number;
}

/** The decision of the hooks about one message. */
export type Ruling =
  | { readonly kind: 'pass'; readonly message: Dict }
  /** A policy answers in the other side's place. */
  | { readonly kind: 'reply'; readonly message: Dict }
  | { readonly kind: 'refuse'; readonly refusal: Refusal };

/** A code of the range that JSON-RPC leaves to its users, and that the MCP SDK does not use. */
const DENIED = -32003;
const INVALID = -32600;
const FAILED = -32603;
const MALFORMED = 'mcp_message_malformed';
const BLOCKED = 'Blocked by policy.';
const GENERIC = 'The message could not be checked.';

/** Returns calls with their trace context in `_meta`; the app's own context stays, and answers get none. */
export function traced(message: unknown, trace: Trace | undefined): unknown {
  if (readTrace(trace) === undefined) return message;
  if (Array.isArray(message)) return message.map((each) => traced(each, trace));
  if (!isDict(message) || typeof message['method'] !== 'string') return message;
  const { params = {} } = message;
  const { _meta: meta = {} } = params as Dict;
  if (!isDict(meta) || 'traceparent' in meta) return message;
  return { ...message, params: { ...(params as Dict), _meta: { ...meta, ...readTrace(trace) } } };
}

/** Returns the ruling for a message that a policy denies. */
export function refusedBy(denial: Denial): Ruling {
  const { code } = denial;
  return refuse({ code, here: denialText(denial), there: refusalText(denial), rpcCode: DENIED });
}

/** Returns the ruling for a message or a verdict that is not valid. */
export function refusedFor(code: string, problem: string, rpcCode: number = DENIED): Ruling {
  const text = `[${code}] ${problem}`;
  return refuse({ code, here: text, there: rpcCode === INVALID ? text : BLOCKED, rpcCode });
}

/** Returns the ruling for something that is no JSON-RPC message. */
export function refusedAsMalformed(fault: string): Ruling {
  return refusedFor(MALFORMED, fault, INVALID);
}

function refuse(refusal: Refusal): Ruling {
  return { kind: 'refuse', refusal };
}

/** Returns the error that tells this side of a malformed message, whichever side wrote it. */
export function malformed(fault: string): InterposeError {
  return new InterposeError(
    MALFORMED,
    `this is no JSON-RPC 2.0 message: ${fault}`,
    'tell whoever wrote it; it went no further',
  );
}

/** Returns the ruling for a message whose check failed; the cause is for this side's logs only. */
export function refusedByFailure(): Ruling {
  return refuse({ code: 'mcp_check_failed', here: GENERIC, there: GENERIC, rpcCode: FAILED });
}

/** Returns the JSON-RPC error that is sent in place of a refused request or its answer. */
export function errorAnswer(id: Id | null, { code, rpcCode }: Refusal, message: string): Dict {
  return { jsonrpc: '2.0', id, error: { code: rpcCode, message, data: { code } } };
}

/** Returns the ruling for a changed message: it must have the same kind and the same id, or it is refused. */
export function changedMessage(before: ReadMessage, value: Dict, thaws: boolean): Ruling {
  const message = thaws ? thawed(value) : value;
  if (message === undefined) return invalid('the changed message is no JSON');
  const { kind, id, fault } = readMessage(message);
  if (fault !== undefined) return invalid(`the changed message: ${fault}`);
  if (kind !== before.kind) return invalid(`a ${before.kind} was changed into a ${kind}`);
  if (id !== before.id) return refusedFor('mcp_id_changed', ID_CHANGED);
  return { kind: 'pass', message };
}

/** Returns the ruling for a reply that a policy supplied; the policy may leave out `jsonrpc` and `id`. */
export function suppliedReply(before: ReadMessage, reply: Dict, thaws: boolean): Ruling {
  if (before.kind !== 'request')
    return refusedFor('respond_unsupported', `nobody waits for a reply to a ${before.kind}`);
  const { id } = before;
  const whole = { jsonrpc: '2.0', id, ...reply };
  const changed = changedMessage({ kind: 'response', message: whole, id: id! }, whole, thaws);
  return changed.kind === 'pass' ? { kind: 'reply', message: changed.message } : changed;
}

const ID_CHANGED = 'the id of a message cannot be changed';

function invalid(problem: string): Ruling {
  return refusedFor('invalid_verdict', problem);
}

/** Returns a copy that is not frozen, as the values of hooks are in strict mode; undefined if it cannot be copied. */
export function thawed(value: Dict): Dict | undefined {
  try {
    return structuredClone(value);
  } catch {
    return undefined;
  }
}
