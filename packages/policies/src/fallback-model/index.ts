export { fallbackModel, type FallbackModelOptions } from './fallback-model.ts';
export type { AskedModel, Fallback } from './fallback.ts';
