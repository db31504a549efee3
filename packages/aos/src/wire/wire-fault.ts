/** The standard codes of JSON-RPC 2.0, and the one for a decision that takes longer. */
export const FAULT_CODES = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  pending: -32001,
} as const;

/**
 * What a JSON-RPC request can be identified by.
 *
 * @example
 * const id: WireId = 'session-1:7';
 */
export type WireId = string | number;

/** A request that cannot be answered with a decision; its text may be read by whoever sent the request. */
export class WireFault extends Error {
  override readonly name: string = 'WireFault';
  readonly code: number;
  readonly id: WireId | null;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: number,
    message: string,
    id: WireId | null = null,
    data?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
    this.code = code;
    this.id = id;
    this.data = data;
  }

  /** The JSON-RPC error answer. */
  toAnswer(): object {
    const { code, message, data, id } = this;
    return {
      jsonrpc: '2.0',
      id,
      error: { code, message, ...(data === undefined ? {} : { data }) },
    };
  }
}
