import { makeOrigins, type Origins } from '@interpose/adapter-kit';
import type { NativeItem, NativeOutputItem, OfferedTool } from './native.ts';

/** The item that a part came from; for a message with several pieces also the piece. */
export interface PartOrigin {
  readonly item: NativeItem | NativeOutputItem;
  readonly piece?: object;
}

/** The native item of each message of a request. */
export const messageOrigins: Origins<NativeItem> = makeOrigins();

/** The native item, and piece, of each part. */
export const partOrigins: Origins<PartOrigin> = makeOrigins();

/** The native tool of each tool on offer. */
export const toolOrigins: Origins<OfferedTool> = makeOrigins();
