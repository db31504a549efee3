/**
 * The members of every MCP transport, whether from the MCP SDK or from another client.
 *
 * @example
 * const isOpen = (transport: McpTransport): boolean => typeof transport.send === 'function';
 */
export interface McpTransport {
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  close(...options: never[]): Promise<void>;
}

/** A transport as this package uses it. */
export interface NativeTransport {
  /** True if every request has a stream of its own: closing the stream then replaces the message that cancels it. */
  readonly hasPerRequestStream?: boolean;
  readonly send: (message: unknown, options?: unknown) => Promise<void>;
  close(...options: unknown[]): Promise<void>;
  onmessage?: ((message: unknown, extra?: unknown) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}
