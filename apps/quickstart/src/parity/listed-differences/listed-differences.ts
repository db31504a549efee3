import type { ListedDifference } from '../listed-difference.ts';
import { aiSdkDifferences } from './ai-sdk.ts';

/** Every difference that a host forces, framework by framework. */
export const listedDifferences: readonly ListedDifference[] = [aiSdkDifferences].flat();
