import { makeOrigins, type Origins } from '@interpose/adapter-kit';
import type { NativeMessage } from './native.ts';

/** Where the messages of a request came from. */
export const messageOrigins: Origins<NativeMessage> = makeOrigins();

/** Where the parts of a message came from: its content blocks and its calls. */
export const partOrigins: Origins<object> = makeOrigins();

/** Where the tools on offer came from. */
export const toolOrigins: Origins<object> = makeOrigins();
