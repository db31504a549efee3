import { makeTags, type Tags } from '@interpose/adapter-kit';

/** What the values hooked by this adapter say about themselves. */
export const tags: Tags = makeTags('ai-sdk');
