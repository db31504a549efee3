/** Packages whose sources still import each other in a circle. */
export const withCircles: readonly string[] = ['packages/ai-sdk'];

/** Adapters that still share lines with another adapter. */
export const withCopies: readonly string[] = [];
