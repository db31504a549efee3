/**
 * What every MCP transport is, whoever made it: those of the MCP SDK and of other clients.
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
  /** True where every request has a stream of its own; closing it then takes the place of a message that calls it off. */
  readonly hasPerRequestStream?: boolean;
  readonly send: (message: unknown, options?: unknown) => Promise<void>;
  close(...options: unknown[]): Promise<void>;
  onmessage?: ((message: unknown, extra?: unknown) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}
