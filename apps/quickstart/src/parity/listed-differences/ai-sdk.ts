import type { ListedDifference } from '../listed-difference.ts';

/** What the Vercel AI SDK forces. */
export const aiSdkDifferences: readonly ListedDifference[] = [];
