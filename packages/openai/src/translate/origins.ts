import { makeOrigins, type Origins } from '@interpose/adapter-kit';
import type { Body } from './native.ts';

/** The native messages that the messages of a request were made from. */
export const messageOrigins: Origins<Body> = makeOrigins();

/** The native pieces that the parts of a message were made from, in a request and in an answer. */
export const partOrigins: Origins<Body> = makeOrigins();

/** The native tool that a changed tool replaces, and the namespace as the changed tool describes it. */
export interface ToolOrigin {
  readonly native: Body;
  readonly namespace: Body | undefined;
}

/** The origins of the tools that hooks changed. */
export const toolOrigins: Origins<ToolOrigin> = makeOrigins();

/** The events that each part of a streamed answer was made from. */
export const blockOrigins: Origins<readonly object[]> = makeOrigins();

/** The item of a response that a part was made from, and the piece of that item for this part. */
export interface ItemOrigin {
  readonly item: Body;
  readonly piece: Body | undefined;
}

/** The items that the parts of an answer of the Responses interface were made from. */
export const itemOrigins: Origins<ItemOrigin> = makeOrigins();
