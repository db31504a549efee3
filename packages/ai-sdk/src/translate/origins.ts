import type {
  NativeContent,
  NativeMessage,
  NativePromptPart,
  NativeStreamPart,
  NativeTool,
} from './native.ts';
import { makeOrigins, type Origins } from '@interpose/adapter-kit';

/** Where the messages of a request came from. */
export const messageOrigins: Origins<NativeMessage> = makeOrigins();

/** Where the parts of a request's messages came from. */
export const promptPartOrigins: Origins<NativePromptPart> = makeOrigins();

/** Where the tools on offer came from. */
export const toolOrigins: Origins<NativeTool> = makeOrigins();

/** Where the parts of an answer came from; a part of an answer is not one of a prompt. */
export const contentOrigins: Origins<NativeContent> = makeOrigins();

/** Where the parts of a streamed answer came from: the stream parts of their block. */
export const blockOrigins: Origins<readonly NativeStreamPart[]> = makeOrigins();
