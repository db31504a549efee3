import { InterposeError, type StateStore } from '@interpose/core';
import { hooksOf } from '@interpose/core/load';

import { loadConfig } from '../../config/load-config.ts';
import { partsOf } from '../../program/tell-failure.ts';
import { counted } from '../../terminal/table.ts';
import { fine, warning, wrong, type Finding } from './finding.ts';

/** Checks whether the configuration loads and its store answers. */
export async function checkConfig(folder: string, given?: string): Promise<readonly Finding[]> {
  try {
    const { module, name } = await loadConfig(folder, given);
    const hooks = await hooksOf(module, name);
    const count = module.options?.policies?.length;
    const found = fine(
      'config',
      `${name} loads${count === undefined ? '' : `, ${counted(count, 'policy')}`}`,
    );
    const store = module.options?.store;
    const findings = store === undefined ? [found] : [found, await checkStore(store)];
    await hooks.close();
    return findings;
  } catch (error) {
    if (!InterposeError.isInstance(error)) throw error;
    const [problem, remedy] = partsOf(error);
    // The app may call createHooks itself, without a configuration.
    if (given === undefined && error.code === 'config_missing')
      return [warning('config', problem, remedy)];
    return [wrong('config', `${error.code}: ${problem}`, remedy)];
  }
}

const PATIENCE_MS = 5000;

/** Checks a store: writes its own key, reads it and removes it. */
async function checkStore(store: StateStore): Promise<Finding> {
  const key = `interpose:doctor:${crypto.randomUUID()}`;
  const began = performance.now();
  try {
    await within(async () => {
      await store.set(key, { at: began }, 60_000);
      const read = await store.get(key);
      await store.set(key, undefined);
      if (JSON.stringify(read) !== JSON.stringify({ at: began }))
        throw new Error('it gave back another value than was stored');
    });
    return fine('store', `answers in ${(performance.now() - began).toFixed(1)} ms`);
  } catch (error) {
    return wrong(
      'store',
      `does not work: ${(error as Error).message}`,
      'check its address, rights and network',
    );
  }
}

async function within(work: () => Promise<void>): Promise<void> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  const ends = Promise.withResolvers<never>();
  late.addEventListener('abort', () =>
    ends.reject(new Error(`no answer within ${PATIENCE_MS} ms`)),
  );
  await Promise.race([work(), ends.promise]);
}
