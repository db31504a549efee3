import type {
  NativeContent,
  NativeMessage,
  NativePromptPart,
  NativeStreamPart,
  NativeTool,
} from './native.ts';
import { makeOrigins, type Origins } from '@interpose/adapter-kit';

/** The native message of each message of a request. */
export const messageOrigins: Origins<NativeMessage> = makeOrigins();

/** The native part of each part in a request's messages. */
export const promptPartOrigins: Origins<NativePromptPart> = makeOrigins();

/** The native tool of each tool on offer. */
export const toolOrigins: Origins<NativeTool> = makeOrigins();

/** The native part of each part of an answer, whose type differs from the parts of a prompt. */
export const contentOrigins: Origins<NativeContent> = makeOrigins();

/** The stream parts of the block that each part of a streamed answer came from. */
export const blockOrigins: Origins<readonly NativeStreamPart[]> = makeOrigins();
