import { InterposeError } from '@interpose/core';

/** Returns the error for a message that was held when its transport closed. */
export function transportClosed(): InterposeError {
  return new InterposeError(
    'mcp_transport_closed',
    'the transport closed before the hooks had decided',
    'connect again and send the message anew',
  );
}
