/** Packages and apps whose folders, circles and copies are still being sorted. */
export const unsorted: readonly string[] = [
  'packages/ai-sdk',
  'packages/langchain',
  'packages/openai',
  'packages/openai-agents',
];
