import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects what nobody holds: in the whole heap, or in the young one alone. */
export const collect = runInNewContext('gc') as (how?: { readonly type: 'minor' }) => void;
