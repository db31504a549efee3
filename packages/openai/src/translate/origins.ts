import { makeOrigins, type Origins } from '@interpose/adapter-kit';
import type { Body } from './native.ts';

/** Where the messages of a request came from. */
export const messageOrigins: Origins<Body> = makeOrigins();

/** Where the parts of a message came from, in a request and in an answer. */
export const partOrigins: Origins<Body> = makeOrigins();

/** What stood where a tool stands that hooks changed, and what the tool says of its namespace now. */
export interface ToolOrigin {
  readonly native: Body;
  readonly namespace: Body | undefined;
}

/** Where the tools came from that hooks changed. */
export const toolOrigins: Origins<ToolOrigin> = makeOrigins();

/** Where the parts of a streamed answer came from: the events of their block. */
export const blockOrigins: Origins<readonly object[]> = makeOrigins();

/** The item of a response that a part came from, and its own piece of it. */
export interface ItemOrigin {
  readonly item: Body;
  readonly piece: Body | undefined;
}

/** Where the parts of an answer of the Responses interface came from. */
export const itemOrigins: Origins<ItemOrigin> = makeOrigins();
