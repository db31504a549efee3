/** The standard codes of JSON-RPC 2.0, and one for a pending decision. */
export const FAULT_CODES = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  pending: -32001,
} as const;

/**
 * The id of a JSON-RPC request.
 *
 * @example
 * const id: WireId = 'session-1:7';
 */
export type WireId = string | number;

/** Thrown for a request that cannot get a decision; the sender may read its text. */
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

  /** Returns the JSON-RPC error answer. */
  toAnswer(): object {
    const { code, message, data, id } = this;
    return {
      jsonrpc: '2.0',
      id,
      error: { code, message, ...(data === undefined ? {} : { data }) },
    };
  }
}
