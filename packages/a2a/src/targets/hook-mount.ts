import type { A2ARequestHandler, JsonRpcTransportHandler } from '@a2a-js/sdk/server';
import { InterposeError, type Dict } from '@interpose/core';
import { hookHandler } from './hook-handler.ts';
import type { Layer } from '@interpose/adapter-kit';
import { isHookedBy, overlay } from './tag.ts';

/** A function of the SDK that mounts a request handler on a binding, such as `jsonRpcHandler`. */
export type Mount = (options: { readonly requestHandler: A2ARequestHandler }) => unknown;

/**
 * The members by which the SDK finds the status of an error, by the function that mounts a handler; without them, a
 * refusal would be an unknown error over gRPC, and an internal one over HTTP+JSON.
 */
const FORBIDDEN: Readonly<Record<string, Dict>> = {
  grpcService: { transport: 'grpc', status: 7 },
  legacyGrpcService: { transport: 'grpc', status: 7 },
  restHandler: { transport: 'rest', statusCode: 403 },
};

/** Returns the function, so that it hooks the request handler before it mounts it. */
export function hookMount(mount: Mount, layer: Layer): Mount {
  const { hooks } = layer;
  if (isHookedBy(mount, hooks)) return mount;
  const hooked: Mount = (settings) => {
    if (typeof settings?.requestHandler?.sendMessage !== 'function') {
      throw new InterposeError(
        'target_unknown',
        'the hooked function was given no requestHandler',
        'pass jsonRpcHandler, restHandler or grpcService, or hook the request handler itself',
      );
    }
    // A caller that speaks A2A 0.3 over HTTP+JSON reads the JSON-RPC code.
    const forbidden = 'legacyCompat' in settings ? undefined : FORBIDDEN[mount.name];
    const requestHandler = hookHandler(settings.requestHandler, { ...layer, forbidden });
    return mount({ ...settings, requestHandler });
  };
  return overlay(hooked, hooks, (key) => (key === 'name' ? mount.name : undefined));
}

/** Returns the JSON-RPC handler on a hooked request handler. */
export function hookJsonRpcHandler(
  handler: JsonRpcTransportHandler,
  layer: Layer,
): JsonRpcTransportHandler {
  const { hooks } = layer;
  if (isHookedBy(handler, hooks)) return handler;
  // Only TypeScript makes the request handler private; there is no other way to reach it.
  const { requestHandler } = handler as unknown as { readonly requestHandler: A2ARequestHandler };
  const hooked = hookHandler(requestHandler, layer);
  return overlay(handler, hooks, (key) => (key === 'requestHandler' ? hooked : undefined));
}
