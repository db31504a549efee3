import { makeOrigins, type Origins } from '@interpose/adapter-kit';
import type { NativeMessage } from './native.ts';

/** The native message behind each message of a request. */
export const messageOrigins: Origins<NativeMessage> = makeOrigins();

/** The native content block or call behind each part of a message. */
export const partOrigins: Origins<object> = makeOrigins();

/** The native tool behind each tool on offer. */
export const toolOrigins: Origins<object> = makeOrigins();
