import { makeOrigins, type Origins } from '@interpose/adapter-kit';
import type { ToyMessage, ToyTool } from './native.ts';

/** Which native message a message of the contract was made from. */
export const messageOrigins: Origins<ToyMessage> = makeOrigins();

/** Which native tool a tool on offer was made from. */
export const toolOrigins: Origins<ToyTool> = makeOrigins();
