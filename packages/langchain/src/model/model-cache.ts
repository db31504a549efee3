import { getBufferString } from '@langchain/core/messages';
import type {
  CallOptions,
  Generation,
  GenerationResult,
  NativeMessage,
  NativeModel,
  RunManager,
} from '../translate/native.ts';

/** What LangChain calls a cache of answers. */
interface AnswerCache {
  lookup(prompt: string, key: string): Promise<readonly Generation[] | null>;
  update(prompt: string, key: string, generations: readonly Generation[]): Promise<void>;
}

/** Calls the model, or takes its answer from the model's own cache: what hooks make of either is never kept there. */
export async function generateCached(
  model: NativeModel,
  messages: readonly NativeMessage[],
  options: CallOptions,
  runManager: RunManager | undefined,
): Promise<GenerationResult> {
  const cache = model['cache'] as AnswerCache | undefined;
  const keyOf = model['_getSerializedCacheKeyParametersForCall'];
  if (typeof cache?.lookup !== 'function' || typeof keyOf !== 'function')
    return model['_generate'](messages, options, runManager);
  const key = String(Reflect.apply(keyOf as () => unknown, model, [options]));
  const prompt = getBufferString([...messages]);
  const hit = await cache.lookup(prompt, key);
  if (hit !== null && hit !== undefined && hit.length > 0) return { generations: hit };
  const result = await model['_generate'](messages, options, runManager);
  await cache.update(prompt, key, result.generations);
  return result;
}
