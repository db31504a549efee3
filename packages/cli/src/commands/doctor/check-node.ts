import { registerHooks } from 'node:module';
import { relative } from 'node:path';

import { InterposeError } from '@interpose/core';

import { listSources, readSources } from '../../app/list-sources.ts';
import { dependenciesOf, type AppManifest } from '../../app/read-manifest.ts';
import { startsOf, type Start } from '../../app/read-starts.ts';
import { SUPPORTED_SDKS } from '../../app/supported-sdks.ts';
import { partsOf } from '../../program/tell-failure.ts';
import { fine, warning, wrong, type Finding } from './finding.ts';

/** Checks what this version of Node supports. */
export function checkNode(): readonly Finding[] {
  const version = `Node ${process.versions.node}`;
  const can = [
    ...(typeof registerHooks === 'function' ? ['register'] : []),
    ...(process.features.typescript ? ['interpose.config.ts'] : []),
  ];
  if (can.length === 2) return [fine('node', `${version} runs register and interpose.config.ts`)];
  return [
    warning(
      'node',
      `${version} runs ${can.length === 0 ? 'neither register nor' : `${can.join()}, not`} the rest`,
      'use Node 22.18 or later',
    ),
  ];
}

const SPECIFIER = /(@interpose\/[a-z-\d]+)\/register(?![\w-])/g;

/** Checks that scripts load `register` with `--import`: it hooks modules as they load, so it must come before them. */
export function checkRegister(folder: string, manifest: AppManifest): readonly Finding[] {
  const named = dependenciesOf(manifest);
  const starts = Map.groupBy(startsOf(manifest.scripts ?? {}), ({ script }) => script);
  return [
    ...[...starts].flatMap(([script, own]) => {
      const text = manifest.scripts?.[script] ?? '';
      const asked = [...text.matchAll(SPECIFIER)].map(([, adapter]) => adapter!);
      return asked.length > 0 ? [checkScript(script, own, asked, named)] : [];
    }),
    ...checkSources(folder),
  ];
}

function checkScript(
  name: string,
  starts: readonly Start[],
  asked: readonly string[],
  named: ReadonlyMap<string, string>,
): Finding {
  const isFirst = (adapter: string): boolean =>
    starts.every(({ registered }) => registered.has(adapter));
  if (!asked.every(isFirst))
    return wrong(
      'register',
      `the script ${name} names register where Node does not load it first`,
      'write node --import @interpose/<sdk>/register before the file',
    );
  const left = SUPPORTED_SDKS.filter(
    ({ adapter, hasRegister }) => hasRegister && named.has(adapter) && !isFirst(adapter),
  );
  if (left.length === 0) return fine('register', `the script ${name} loads it first`);
  return warning(
    'register',
    `the script ${name} registers not all adapters of the app`,
    `add ${left.map(({ adapter }) => `--import ${adapter}/register`).join(' ')}, or hook those with withHooks`,
  );
}

function checkSources(folder: string): readonly Finding[] {
  try {
    return importedInSource(folder);
  } catch (error) {
    if (!InterposeError.isInstance(error)) throw error;
    const [problem, remedy] = partsOf(error);
    return [wrong('sources', `${error.code}: ${problem}`, remedy)];
  }
}

/** Reports sources that import register. All imports of a file load before any of them runs, so this is too late. */
function importedInSource(folder: string): readonly Finding[] {
  return readSources(listSources(folder, []))
    .filter(({ text }) => /^import\s+['"]@interpose\/[a-z-]+\/register['"]/m.test(text))
    .map(({ path }) =>
      wrong(
        'register',
        `${relative(folder, path)} imports register; the SDK that the same start loads is then loaded already`,
        'start with node --import @interpose/<sdk>/register instead',
      ),
    );
}
