import { makeOrigins, type Origins } from '@interpose/adapter-kit';
import type { NativeItem, NativeOutputItem, OfferedTool } from './native.ts';

/** The item a part of an answer or of a message came from, and the piece of its content where it has several. */
export interface PartOrigin {
  readonly item: NativeItem | NativeOutputItem;
  readonly piece?: object;
}

/** Where the messages of a request came from. */
export const messageOrigins: Origins<NativeItem> = makeOrigins();

/** Where parts came from. */
export const partOrigins: Origins<PartOrigin> = makeOrigins();

/** Where the tools on offer came from. */
export const toolOrigins: Origins<OfferedTool> = makeOrigins();
